import type { PickOptions } from './pick-item.tsx';

interface Picking extends PickOptions {
  /** Nothing may be drawn twice. */
  inLines: boolean;
}

/**
 * Lets the user pick one of some items: in a list to move in, or by number from lines that are printed once. Resolves with
 * its id, null when they pick none.
 */
export async function pick({ inLines, ...options }: Picking): Promise<string | null> {
  if (inLines) {
    const { pickByNumber } = await import('./pick-by-number.ts');
    return pickByNumber(options);
  }
  const { pickItem } = await import('./pick-item.tsx');
  return pickItem(options);
}
