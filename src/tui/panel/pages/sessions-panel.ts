import type { EarlierSessionInfo, SessionPreview } from '../../../core/ports/earlier-sessions.ts';
import { cleanLine, cleanText } from '../../../core/text/clean-text.ts';
import { countOf, formatAge } from '../../../core/text/quantities.ts';
import { textLines } from '../../draw/line.ts';
import { span } from '../../draw/span.ts';
import { type KeyLabels, keyHint } from '../../keys/hints-row.ts';
import { markdownLines } from '../../transcript/markdown/markdown-lines.ts';
import { factRows, indentedRows, sectionRows } from '../detail-rows.ts';
import { emptyText, type Loaded, type Source, valueOf } from '../panel-feed.ts';
import {
  type Doing,
  type ListPage,
  type PanelItem,
  type PanelSources,
  type TextPage,
} from '../panel-page.ts';

const EARLIER: Source<readonly EarlierSessionInfo[]> = {
  key: 'earlier sessions',
  load: ({ earlier }) => earlier.list(),
};

/** `/resume`: the earlier sessions of this directory. */
export function sessionsPanel({ session: { turn }, loads, now, keymap }: PanelSources): ListPage {
  const loaded = loads.of(EARLIER);
  const earlier = valueOf(loaded) ?? [];
  const here: Here = { now, isBusy: turn !== null, keymap };
  return {
    kind: 'list',
    title: 'Earlier sessions',
    note: earlier.length === 0 ? '' : countOf(earlier.length, 'session'),
    needs: [EARLIER],
    items: earlier.map((info) => sessionItem(info, here)),
    empty: emptyText(loaded, 'There is no other session of this directory.'),
    open(id) {
      const info = earlier.find((candidate) => candidate.id === id);
      if (info === undefined) return null;
      const preview = previewOf(id);
      return sessionPage(info, { ...here, preview, loaded: loads.of(preview) });
    },
  };
}

function previewOf(id: string): Source<SessionPreview> {
  return { key: `session ${id}`, load: ({ earlier }) => earlier.preview(id) };
}

function sessionItem(info: EarlierSessionInfo, here: Here): PanelItem {
  const { id, title, backend, updatedAt, turns, isOpen } = info;
  return {
    id,
    cells: [
      span(cleanLine(title) || 'without a title'),
      span(formatAge(here.now - updatedAt), 'dim'),
      span(backend, 'dim'),
      isOpen ? span('open in another simse', 'warning') : span(countOf(turns, 'turn'), 'dim'),
    ],
    keys: [{ actions: ['panel.take'], label: 'resume', does: opening(info, here) }],
  };
}

/** What a session is looked at from. */
interface Here {
  now: number;
  /** A turn runs. */
  isBusy: boolean;
  keymap: KeyLabels;
}

interface Seen extends Here {
  preview: Source<SessionPreview>;
  loaded: Loaded<SessionPreview>;
}

function sessionPage(info: EarlierSessionInfo, seen: Seen): TextPage {
  const { now, preview, loaded } = seen;
  const { id, title, backend, updatedAt, turns, isOpen } = info;
  const said = valueOf(loaded);
  return {
    kind: 'text',
    title: cleanLine(title) || id,
    note: formatAge(now - updatedAt),
    needs: [preview],
    keys: [
      { actions: ['panel.take', 'resume.open'], label: 'resume', does: opening(info, seen) },
      { actions: ['resume.fork'], label: 'fork', does: forking(id, seen) },
    ],
    rows: (columns) => [
      ...factRows(
        [
          { name: 'session', value: id },
          { name: 'agent', value: backend },
          { name: 'turns', value: String(turns) },
          { name: 'open', value: isOpen ? 'in another simse' : '', style: 'warning' },
          { name: 'preview', value: said === null ? emptyText(loaded, '') : '', style: 'dim' },
        ],
        columns,
      ),
      ...sectionRows(
        'Asked last',
        said?.prompt ? indentedRows(textLines(cleanText(said.prompt)), columns) : [],
      ),
      ...sectionRows(
        'Answered',
        said?.answer ? indentedRows(markdownLines(cleanText(said.answer), columns - 2), columns) : [],
      ),
    ],
  };
}

function waiting(keymap: KeyLabels): Doing {
  const keys = [
    ...keyHint(keymap, 'panel.leave', 'to close this'),
    ...keyHint(keymap, 'escape', 'to interrupt it'),
  ];
  return { type: 'do', effects: [], message: ['A turn is running', ...keys].join(' · ') };
}

function opening({ id, isOpen }: EarlierSessionInfo, { isBusy, keymap }: Here): Doing {
  if (isBusy) return waiting(keymap);
  if (isOpen)
    return {
      type: 'do',
      effects: [],
      message: `Another simse has it open. Leave it there first${forkHint(keymap)}.`,
    };
  return {
    type: 'do',
    effects: [{ type: 'command', line: `/resume ${id}`, told: true }],
    message: 'Opening it…',
  };
}

function forkHint({ labelOf }: KeyLabels): string {
  const keys = [labelOf('panel.look', true), labelOf('resume.fork')].filter((key) => key !== undefined);
  return keys.length < 2 ? '' : `, or fork it: ${keys.join(' then ')}`;
}

function forking(id: string, { isBusy, keymap }: Here): Doing {
  return isBusy ? waiting(keymap) : { type: 'do', effects: [{ type: 'leave', next: { id, fork: true } }] };
}
