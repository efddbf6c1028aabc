import { displayPath } from '../../core/gate/workspace-path.ts';
import { sessionEdits } from '../../core/state/diffs.ts';
import type { Entry, SessionState } from '../../core/state/session-state.ts';
import { countOf } from '../../core/text/quantities.ts';
import { BLANK, type Line, line, wrapLine, wrapLines } from '../draw/line.ts';
import { type Row, rowText, span } from '../draw/span.ts';
import { GLYPHS } from '../draw/theme.ts';
import { elicitationLines } from '../form/elicitation-lines.ts';
import { questionLines } from '../question/question-lines.ts';
import { type Block, type BlockView, toItems } from '../transcript/block.ts';
import { blockLines } from '../transcript/block-lines.ts';
import { diffCounts, diffLines } from '../transcript/diff-lines.ts';
import { type Group, groupBlocks, groupEntries } from '../transcript/group-blocks.ts';

/** What the pager shows: all of one entry that is folded in the transcript, or the transcript with nothing folded. */
export interface PagerPage {
  /** Of the entry; null for the transcript. */
  readonly id: string | null;
  readonly title: string;
  /** Those that are laid out by now. */
  readonly rows: readonly Row[];
  /** There is more than these; `layOutMore` lays it out. */
  readonly isPartial?: boolean;
  /** Of a page that may be long: lays out more of it for some milliseconds. False when all of it is there. */
  layOutMore?(): boolean;
}

/** How what is on a page is looked at. */
type PageView = Omit<BlockView, 'whole'>;

/** The page of all that the session has changed; no entry has this id. */
export const CHANGES_ID = 'changes of the session';

/** Of a long session the end: to lay out all of it would take seconds. /history prints the rest. */
const TRANSCRIPT_ENTRIES = 300;

/** The ids of what can be looked at by itself: tool calls and thoughts, oldest first, and at last what is asked just now. */
export function pageIds(state: Pick<SessionState, 'entries' | 'questions' | 'elicitations'>): string[] {
  const asked = askedId(state);
  return [...state.entries.filter(hasPage).map(({ id }) => id), ...(asked === null ? [] : [asked])];
}

function hasPage(entry: Entry): boolean {
  return entry.kind === 'tool' || (entry.kind === 'message' && entry.role === 'thought');
}

type Waiting = Pick<SessionState, 'questions' | 'elicitations'>;

/** The id of what is asked just now, which is looked at first: the question in front, else a request for information. */
function askedId({ questions: [question], elicitations: [elicitation] }: Waiting): string | null {
  return question?.id ?? elicitation?.id ?? null;
}

/** All of an entry, laid out for this many columns; null when it is not there. */
export function entryPage(
  state: SessionState,
  id: string,
  columns: number,
  view: PageView,
): PagerPage | null {
  if (id === CHANGES_ID) return changesPage(state, columns);
  const question = questionPage(state, id, columns);
  if (question !== null) return question;
  const group = findGroup(groupEntries(state.entries), id);
  if (group === null) return null;
  const ids = pageIds(state);
  const what = group.entry.kind === 'tool' ? 'Tool call' : 'Thought';
  return {
    id,
    title: `${what}, ${ids.indexOf(id) + 1} of ${ids.length}`,
    rows: layOut(groupBlocks(group, state), columns, view),
  };
}

/** The end of the transcript with nothing folded or left out. */
export function transcriptPage(state: SessionState, columns: number, view: PageView): PagerPage {
  const from = Math.max(0, state.entries.length - TRANSCRIPT_ENTRIES);
  const left = `${GLYPHS.more} ${countOf(from, 'earlier entry', 'earlier entries')}`;
  const above = from === 0 ? [] : wrapLines([line(span(left, 'dim')), BLANK], columns);
  const blocks = groupEntries(state.entries.slice(from)).flatMap((group) => groupBlocks(group, state));
  return { id: null, title: 'Transcript', rows: [...above, ...layOut(blocks, columns, view)] };
}

function layOut(blocks: readonly Block[], columns: number, view: PageView): Row[] {
  return toItems(blocks, null).flatMap(({ gap, block }) => {
    const rows = wrapLines(blockLines(block, columns, { ...view, whole: true }), columns);
    return gap && rows.length > 0 ? [[], ...rows] : rows;
  });
}

function findGroup(groups: readonly Group[], id: string): Group | null {
  for (const group of groups) {
    const found = group.entry.id === id ? group : findGroup(group.children, id);
    if (found !== null) return found;
  }
  return null;
}

/** All of what is asked; null when it is asked no longer. */
function questionPage({ questions, elicitations }: Waiting, id: string, columns: number): PagerPage | null {
  const question = questions.find((candidate) => candidate.id === id);
  if (question !== undefined) {
    const lines = [line(span(question.title, 'strong')), BLANK, ...questionLines(question)];
    return longPage({ id, title: `Asked by ${question.askedBy}` }, lines, columns);
  }
  const elicitation = elicitations.find((candidate) => candidate.id === id);
  if (elicitation === undefined) return null;
  const rows = wrapLines(elicitationLines(elicitation.request), columns);
  return { id, title: `Asked by ${elicitation.askedBy}`, rows };
}

/** Every file that was changed in this session, with all of what has changed in it. */
function changesPage({ entries, cwd }: Pick<SessionState, 'entries' | 'cwd'>, columns: number): PagerPage {
  const files = sessionEdits(entries);
  const lines = files.flatMap(({ path, diffs }, index) => [
    ...(index === 0 ? [] : [BLANK]),
    line(span(displayPath([cwd], path), 'strong'), span(`  ${diffCounts(diffs)}`, 'dim')),
    ...diffs.flatMap((diff) => [BLANK, ...diffLines(diff)]),
  ]);
  const title = `Changes of this session, ${countOf(files.length, 'file')}`;
  return longPage({ id: CHANGES_ID, title }, lines, columns);
}

/** How long the screen may stand still for what is not in sight. */
const SLICE_MS = 8;

/** A page that may have megabytes, whose rows are laid out bit by bit. */
function longPage(head: Pick<PagerPage, 'id' | 'title'>, lines: readonly Line[], columns: number): PagerPage {
  const rows: Row[] = [];
  let next = 0;
  const layOutMore = (): boolean => {
    const until = performance.now() + SLICE_MS;
    while (next < lines.length && performance.now() < until) {
      const current = lines[next++];
      if (current !== undefined) for (const row of wrapLine(current, columns)) rows.push(row);
    }
    return next < lines.length;
  };
  layOutMore();
  return {
    ...head,
    rows,
    layOutMore,
    get isPartial() {
      return next < lines.length;
    },
  };
}

/** The rows that have the text somewhere, whatever its case. */
export function matchingRows({ rows }: PagerPage, text: string): number[] {
  const wanted = text.toLowerCase();
  if (wanted === '') return [];
  return rows.flatMap((row, index) => (rowText(row).toLowerCase().includes(wanted) ? [index] : []));
}
