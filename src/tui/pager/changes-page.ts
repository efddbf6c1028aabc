import { sessionEdits } from '../../core/state/session-edits.ts';
import type { SessionState } from '../../core/state/session-state.ts';
import { displayPath } from '../../core/gate/workspace-path.ts';
import { BLANK, line } from '../draw/line.ts';
import { countOf } from '../draw/quantities.ts';
import { span } from '../draw/span.ts';
import { diffCounts, diffLines } from '../transcript/diff-lines.ts';
import { longPage } from './long-page.ts';
import type { PagerPage } from './pager-page.ts';

/** The page of all that the session has changed; no entry has this id. */
export const CHANGES_ID = 'changes of the session';

/** Every file that was changed in this session, with all of what has changed in it. */
export function changesPage(
  { entries, cwd }: Pick<SessionState, 'entries' | 'cwd'>,
  columns: number,
): PagerPage {
  const files = sessionEdits(entries);
  const lines = files.flatMap(({ path, diffs }, index) => [
    ...(index === 0 ? [] : [BLANK]),
    line(span(displayPath([cwd], path), 'strong'), span(`  ${diffCounts(diffs)}`, 'dim')),
    ...diffs.flatMap((diff) => [BLANK, ...diffLines(diff)]),
  ]);
  const title = `Changes of this session, ${countOf(files.length, 'file')}`;
  return longPage({ id: CHANGES_ID, title }, lines, columns);
}
