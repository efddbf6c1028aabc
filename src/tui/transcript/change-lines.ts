import type { Diff } from '../../core/tool-call.ts';
import type { ToolChange } from '../../core/tool-change.ts';
import { type Line, line } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import { diffLines } from './diff-lines.ts';

const WORDS: Readonly<Record<ToolChange['kind'], string>> = {
  new: 'This tool is new: the server did not offer it when its tools were last approved.',
  changed: 'The server describes this tool in another way than when it was last approved:',
};

/** A diff is worked out once for each object, and a question is drawn many times. */
const diffs = new WeakMap<ToolChange, Diff>();

/** How a tool differs from what the user approved, in words and as a diff of its definitions. */
export function changeLines(change: ToolChange): Line[] {
  return [line(span(WORDS[change.kind], 'warning')), ...diffLines(diffOf(change))];
}

function diffOf(change: ToolChange): Diff {
  const known = diffs.get(change);
  if (known !== undefined) return known;
  const diff = { path: '', oldText: change.before, newText: change.after };
  diffs.set(change, diff);
  return diff;
}
