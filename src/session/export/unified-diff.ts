import { structuredPatch } from 'diff';
import { withLineFeeds, firstLineOf } from '../../core/state/diffs.ts';
import { revealText } from '../../core/text/reveal-text.ts';
import type { Diff } from '../../core/tool-call.ts';

/** Texts that differ more than this are shown as wholly replaced; looking for the shortest diff would take too long. */
const MAX_EDITS = 2000;

/** The lines of a change as `diff -u` has them from its first `@@` on, revealed; without numbers where none are known. */
export function unifiedDiff(diff: Diff): string[] {
  const { oldText, newText } = diff;
  const line = firstLineOf(diff);
  const [before = '', after = ''] = withLineFeeds(oldText ?? '', newText).map(revealText);
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, maxEditLength: MAX_EDITS });
  if (patch === undefined) return [...signed('-', before), ...signed('+', after)];
  return patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    line === undefined
      ? '@@'
      : `@@ -${oldStart + line - 1},${oldLines} +${newStart + line - 1},${newLines} @@`,
    ...lines,
  ]);
}

function signed(sign: string, text: string): string[] {
  if (text === '') return [];
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map((line) => `${sign}${line}`);
}
