import { terminalLooks } from '../../platform/terminal.ts';
import type { AppContext } from '../../session/app-context.ts';
import type { Project } from '../../session/load-project.ts';

export interface PickItem {
  id: string;
  cells: readonly string[];
  /** A key that picks it at once. */
  key?: string;
}

/**
 * Lets the user pick one of a list, with their own keys; resolves with its id, null when they leave. In lines where nothing may
 * be drawn twice: the terminal cannot move its cursor, or the screen is read aloud.
 */
export async function pickOne(
  { stdin, stdout, flags, env, platform, onEnd, signal }: AppContext,
  { config }: Project,
  list: { title: string; items: readonly PickItem[] },
): Promise<string | null> {
  const { pick } = await import('../../tui/picker/pick.ts');
  const { screenReader, keys } = config.settings.ui;
  return pick({
    ...list,
    terminal: { stdin, stdout, looks: terminalLooks(env, platform, flags.color), onEnd },
    signal,
    inLines: env['TERM'] === 'dumb' || screenReader,
    keys,
  });
}
