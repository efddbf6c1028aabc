import { cleanLine, cleanText } from '../../core/clean-text.ts';
import type { EarlierSessionInfo, SessionPreview } from '../../core/earlier-sessions.ts';
import { countOf, formatAge } from '../draw/quantities.ts';
import { textLines } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import { markdownLines } from '../markdown/markdown-lines.ts';
import { factRows, indentedRows, sectionRows } from '../panel/detail-rows.ts';
import type { PanelSources } from '../panel/panel-content.ts';
import type { Doing, ListPage, PanelItem, TextPage } from '../panel/panel-page.ts';
import { emptyText, type Loaded, type Source, valueOf } from '../panel/source.ts';

const EARLIER: Source<readonly EarlierSessionInfo[]> = {
  key: 'earlier sessions',
  load: ({ earlier }) => earlier.list(),
};

/** `/resume`: the earlier sessions of this directory. */
export function sessionsPanel({ session: { turn }, loads, now }: PanelSources): ListPage {
  const loaded = loads.of(EARLIER);
  const earlier = valueOf(loaded) ?? [];
  const isBusy = turn !== null;
  return {
    kind: 'list',
    title: 'Earlier sessions',
    note: earlier.length === 0 ? '' : countOf(earlier.length, 'session'),
    needs: [EARLIER],
    items: earlier.map((info) => sessionItem(info, now, isBusy)),
    empty: emptyText(loaded, 'There is no other session of this directory.'),
    open(id) {
      const info = earlier.find((candidate) => candidate.id === id);
      if (info === undefined) return null;
      const preview = previewOf(id);
      return sessionPage(info, { now, isBusy, preview, loaded: loads.of(preview) });
    },
  };
}

function previewOf(id: string): Source<SessionPreview> {
  return { key: `session ${id}`, load: ({ earlier }) => earlier.preview(id) };
}

function sessionItem(info: EarlierSessionInfo, now: number, isBusy: boolean): PanelItem {
  const { id, title, backend, updatedAt, turns, isOpen } = info;
  return {
    id,
    cells: [
      span(cleanLine(title) || 'without a title'),
      span(formatAge(now - updatedAt), 'dim'),
      span(backend, 'dim'),
      isOpen ? span('open in another simse', 'warning') : span(countOf(turns, 'turn'), 'dim'),
    ],
    keys: [{ chords: ['enter'], label: 'goes on with it', does: opening(info, isBusy) }],
  };
}

interface Seen {
  now: number;
  isBusy: boolean;
  preview: Source<SessionPreview>;
  loaded: Loaded<SessionPreview>;
}

function sessionPage(info: EarlierSessionInfo, { now, isBusy, preview, loaded }: Seen): TextPage {
  const { id, title, backend, updatedAt, turns, isOpen } = info;
  const said = valueOf(loaded);
  return {
    kind: 'text',
    title: cleanLine(title) || id,
    note: formatAge(now - updatedAt),
    needs: [preview],
    keys: [
      { chords: ['enter', 'o'], label: 'goes on with it', does: opening(info, isBusy) },
      { chords: ['f'], label: 'forks it', does: forking(id, isBusy) },
    ],
    rows: (columns) => [
      ...factRows(
        [
          { name: 'session', value: id },
          { name: 'backend', value: backend },
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

const BUSY: Doing = {
  type: 'do',
  effects: [],
  message: 'A turn runs: Esc closes this, Esc again interrupts it.',
};

function opening({ id, isOpen }: EarlierSessionInfo, isBusy: boolean): Doing {
  if (isBusy) return BUSY;
  if (isOpen)
    return {
      type: 'do',
      effects: [],
      message: 'Another simse has it open. Leave it there first, or fork it: → then f.',
    };
  return {
    type: 'do',
    effects: [{ type: 'command', line: `/resume ${id}`, told: true }],
    message: 'Opening it…',
  };
}

function forking(id: string, isBusy: boolean): Doing {
  return isBusy ? BUSY : { type: 'do', effects: [{ type: 'leave', next: { id, fork: true } }] };
}
