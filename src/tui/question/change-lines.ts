import type { Diff, ToolChange } from '../../core/tool-call.ts';
import { type Line, line } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import { diffLines } from '../transcript/diff-lines.ts';

const WORDS: Readonly<Record<ToolChange['kind'], string>> = {
  new: 'Not there when you approved of the tools. To allow it approves of this:',
  changed: 'No longer what you approved of. To allow it approves of the change:',
};

/** A diff is worked out once for each object, and a question is drawn many times. */
const diffs = new WeakMap<ToolChange, Diff>();

/** What it means that a tool has changed, and its definition as it is now against the one that was approved. */
export function changeLines(change: ToolChange): Line[] {
  return [line(span(WORDS[change.kind], 'warning')), ...diffLines(diffOf(change), { isRevealed: true })];
}

function diffOf(change: ToolChange): Diff {
  const known = diffs.get(change);
  if (known !== undefined) return known;
  const diff = { path: '', oldText: toLines(change.before), newText: toLines(change.after), line: 1 };
  diffs.set(change, diff);
  return diff;
}

/** With its last line break, whether or not it came with one: here that is no change. */
function toLines(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
