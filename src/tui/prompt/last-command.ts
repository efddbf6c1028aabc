import type { ShellResult } from '../../core/ports/session.ts';
import type { Entry, SessionState } from '../../core/state/session-state.ts';
import { cleanText } from '../../core/text/clean-text.ts';

type ToolEntry = Extract<Entry, { kind: 'tool' }>;

/** Whether a command that the user ran still runs. */
export function runsCommand({ entries }: Pick<SessionState, 'entries'>): boolean {
  return entries.openIndexes().some((index) => isCommand(entries.at(index)));
}

/** The user's last command that has ended, with what is kept of its output; null where there is none. */
export function lastCommand({ entries, terminals }: SessionState): ShellResult | null {
  const last = entries.findLast((entry) => isCommand(entry) && entry.done);
  if (last?.kind !== 'tool') return null;
  const [content] = last.call.content;
  const terminal = content?.type === 'terminal' ? terminals.last(content.terminalId) : undefined;
  const { output = '', exitCode = null, signal = null } = terminal ?? {};
  return { command: last.call.title.replace(/^! /, ''), output: cleanText(output), exitCode, signal };
}

function isCommand(entry: Entry | undefined): entry is ToolEntry {
  return entry?.kind === 'tool' && entry.call.byUser === true;
}
