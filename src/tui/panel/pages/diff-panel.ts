import { type FileEdits, sessionEdits } from '../../../core/state/diffs.ts';
import { cleanLine } from '../../../core/text/clean-text.ts';
import { countOf } from '../../../core/text/quantities.ts';
import { BLANK, wrapLines } from '../../draw/line.ts';
import { shortPath } from '../../draw/short-path.ts';
import { span } from '../../draw/span.ts';
import { diffCounts, diffLines } from '../../transcript/diff-lines.ts';
import {
  type ListPage,
  type PanelItem,
  type PanelKey,
  type PanelSources,
  type TextPage,
} from '../panel-page.ts';

/** All of it on the other screen, where it can be searched and printed. */
const SHOW_ALL: PanelKey = {
  actions: ['diff.show-all'],
  label: 'show all',
  does: { type: 'do', effects: [{ type: 'show-changes' }] },
};

/** `/diff`: every file that was changed in this session, and how. */
export function diffPanel({ session: { entries, cwd } }: PanelSources): ListPage {
  const files = sessionEdits(entries);
  return {
    kind: 'list',
    title: 'Changes of this session',
    note:
      files.length === 0
        ? ''
        : `${countOf(files.length, 'file')} ${diffCounts(files.flatMap(({ diffs }) => diffs))}`,
    items: files.map((file) => fileItem(file, cwd)),
    keys: files.length === 0 ? [] : [SHOW_ALL],
    empty: 'No file was changed yet, as far as the agent has shown.',
    open(path) {
      const file = files.find((candidate) => candidate.path === path);
      return file === undefined ? null : filePage(file, cwd);
    },
  };
}

function fileItem({ path, diffs, edits }: FileEdits, cwd: string): PanelItem {
  const isNew = diffs[0]?.oldText === null;
  return {
    id: path,
    cells: [
      span(nameOf(path, cwd)),
      span(diffCounts(diffs), 'accent'),
      span(isNew ? 'new' : '', 'good'),
      span(countOf(edits, 'edit'), 'dim'),
    ],
  };
}

function filePage({ path, diffs, edits }: FileEdits, cwd: string): TextPage {
  return {
    kind: 'text',
    title: nameOf(path, cwd),
    note: `${diffCounts(diffs)} · ${countOf(edits, 'edit')}`,
    keys: [SHOW_ALL],
    rows: (columns) =>
      wrapLines(
        diffs.flatMap((diff, index) => [...(index === 0 ? [] : [BLANK]), ...diffLines(diff)]),
        columns,
      ),
  };
}

/** Relative to the session's directory where it is in there. */
function nameOf(path: string, cwd: string): string {
  return cleanLine(shortPath(path, cwd).replace(/^~\//, ''));
}
