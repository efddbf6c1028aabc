import { createInterface } from 'node:readline';
import { cleanLine } from '../../core/text/clean-text.ts';
import { formatTable } from '../../core/text/format-table.ts';
import type { ReplTerminal } from '../terminal/terminal.ts';
import type { PickOptions } from './pick-item.tsx';
import type { PickerItem } from './picker-state.ts';

interface Picking extends PickOptions {
  /** Nothing may be drawn twice. */
  inLines: boolean;
}

/**
 * Lets the user pick one of some items: in a list to move in, or by number from lines that are printed once. Resolves with
 * its id, null when they pick none.
 */
export async function pick({ inLines, ...options }: Picking): Promise<string | null> {
  if (inLines) return pickByNumber(options);
  const { pickItem } = await import('./pick-item.tsx');
  return pickItem(options);
}

export interface PickByNumberOptions {
  title: string;
  items: readonly PickerItem[];
  terminal: Pick<ReplTerminal, 'stdin' | 'stdout'>;
  /** Aborted when the process has to end: then nothing is picked. */
  signal: AbortSignal;
}

/** Lets the user pick one of some items by its number, in lines that are printed once; null when they pick none. */
async function pickByNumber(options: PickByNumberOptions): Promise<string | null> {
  const { title, items, terminal, signal } = options;
  const rows = items.map(({ cells }, index) => [String(index + 1), ...cells.map(cleanLine)]);
  terminal.stdout.write(`${title}\n${formatTable(rows)}`);
  const input = createInterface({ input: terminal.stdin, output: terminal.stdout, terminal: false });
  try {
    for (;;) {
      const typed = await askLine(input, signal);
      if (typed === null || typed === '') return null;
      const item = items[Number(typed) - 1] ?? items.find(({ id }) => id === typed);
      if (item !== undefined) return item.id;
      terminal.stdout.write(`There is no ${cleanLine(typed)}.\n`);
    }
  } finally {
    input.close();
  }
}

/** null when there is no more input, or the process has to end. */
function askLine(input: ReturnType<typeof createInterface>, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const leave = () => resolve(null);
    input.once('close', leave);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) return leave();
    input.question('Type its number; Enter alone picks none: ', (typed) => {
      input.off('close', leave);
      signal.removeEventListener('abort', leave);
      resolve(typed.trim());
    });
  });
}
