import { readFileSync, statSync } from 'node:fs';
import type { Diff, ToolCallPatch } from '../core/tool-call.ts';
import type { AgentSession } from './agent-session.ts';

/** A file that is larger is not looked through for a number. */
const MAX_BYTES = 1_000_000;

/**
 * A call whose diffs say where in their files they are, since many agents show only the part that changes: where the file
 * has its old text, else its new one, just once. What was found before the change holds after it.
 */
export function placeDiffs(
  { calls, resolve }: Pick<AgentSession, 'calls' | 'resolve'>,
  call: ToolCallPatch,
): ToolCallPatch {
  if (call.content === undefined) return call;
  const before = calls.find(call.id)?.content ?? [];
  const content = call.content.map((item) => {
    if (item.type !== 'diff') return item;
    const known = before.find((other) => other.type === 'diff' && isSame(other, item));
    const line = known?.type === 'diff' ? known.line : lineOf(item, resolve(item.path).real);
    return line === undefined ? item : { ...item, line };
  });
  return { ...call, content };
}

function isSame(one: Diff, other: Diff): boolean {
  return one.path === other.path && one.oldText === other.oldText && one.newText === other.newText;
}

/** Undefined where it is not found, and where a diff begins anyway. */
function lineOf({ oldText, newText }: Diff, file: string): number | undefined {
  if (oldText === null) return undefined;
  const text = readText(file);
  const line = lineIn(text, oldText) ?? lineIn(text, newText);
  return line === 1 ? undefined : line;
}

/** The line on which a text has a part, if just one does. */
function lineIn(text: string, part: string): number | undefined {
  const wanted = part.replaceAll('\r\n', '\n');
  const at = wanted === '' ? -1 : text.indexOf(wanted);
  if (at === -1 || text.includes(wanted, at + 1)) return undefined;
  return text.slice(0, at).split('\n').length;
}

/** With line feeds only; nothing for what is no file that can be read. */
function readText(file: string): string {
  try {
    const stats = statSync(file);
    return stats.isFile() && stats.size <= MAX_BYTES
      ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
      : '';
  } catch {
    // The agent may name what is not there.
    return '';
  }
}
