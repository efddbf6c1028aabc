import { firstLineOf } from '../../core/state/diffs.ts';
import { countOf } from '../../core/text/quantities.ts';
import { revealText } from '../../core/text/reveal-text.ts';
import type { Diff } from '../../core/tool-call.ts';
import { BLANK, indentLines, type Line, line, verbatimLine } from '../draw/line.ts';
import { type Row, restyle, rowText, sliceRow, span } from '../draw/span.ts';
import { GLYPHS, type Style } from '../draw/theme.ts';
import { type DiffRow, diffRows } from './diff-rows.ts';
import { highlightLines } from './highlight/highlight-lines.ts';
import { languageOfPath } from './highlight/language-of.ts';
import { changedWords } from './line-changes.ts';

const SIGNS = { added: '+', removed: '-', context: ' ' } as const;
const LINE_STYLES = { added: 'addedLine', removed: 'removedLine' } as const;
const WORD_STYLES = { added: 'addedWord', removed: 'removedWord' } as const;
/** Of all the code of a diff; the rest is left plain. */
const MAX_COLOURED_CHARS = 256 * 1024;

/** How a diff is shown; all of it, when nothing is said. */
export interface DiffView {
  /** Of them no more. */
  lines?: number;
  /** Of each line no more. */
  chars?: number;
  /** Nothing in it has to be revealed any more. */
  isRevealed?: boolean;
}

/** So many lines are made at once, when one of them is drawn: nobody waits for megabytes that nobody looks at. */
const BLOCK_LINES = 500;

/**
 * A diff with signs, the words that changed within a line, and the numbers of its lines where it is known on which it begins;
 * one line for each of its rows. What cannot be seen in it is revealed, since somebody may decide on it, and a line that is
 * cut says so.
 */
export function diffLines(diff: Diff, view: DiffView = {}): Line[] {
  const { rows } = diffRows(diff);
  const shown = rows.slice(0, view.lines);
  const first = firstLineOf(diff) ?? null;
  const digits = String(
    rows.reduce((highest, { number }) => Math.max(highest, number), 0) + (first ?? 1) - 1,
  ).length;
  const blocks = Array.from({ length: Math.ceil(shown.length / BLOCK_LINES) }, (_, index) => {
    const block = shown.slice(index * BLOCK_LINES, (index + 1) * BLOCK_LINES);
    return onFirstUse(() => blockLines(block, { diff, first, digits, view }));
  });
  return shown.map((_, index) =>
    lazyLine(() => blocks[Math.floor(index / BLOCK_LINES)]?.()[index % BLOCK_LINES] ?? BLANK),
  );
}

interface Layout {
  diff: Diff;
  /** The line of the file on which the diff begins. */
  first: number | null;
  digits: number;
  view: DiffView;
}

function blockLines(rows: readonly DiffRow[], layout: Layout): Line[] {
  const shown = revealRows(rows, layout.view);
  const code = highlightRows(shown, languageOfPath(layout.diff.path));
  return shown.map((row, index) => diffLine(row, code[index] ?? [], layout));
}

function onFirstUse<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** A line that is made when it is drawn. */
function lazyLine(make: () => Line): Line {
  return {
    get spans() {
      return make().spans;
    },
    get head() {
      return make().head;
    },
    get hang() {
      return make().hang;
    },
    get verbatim() {
      return make().verbatim;
    },
  };
}

/** `+1 −2`, or what there is of it. */
export function diffCounts(diffs: readonly Diff[]): string {
  const summaries = diffs.map(diffRows);
  const added = summaries.reduce((sum, summary) => sum + summary.added, 0);
  const removed = summaries.reduce((sum, summary) => sum + summary.removed, 0);
  return [added > 0 ? `+${added}` : '', removed > 0 ? `−${removed}` : '']
    .filter((part) => part !== '')
    .join(' ');
}

/** A row whose text is safe to draw, and how many characters of it are left out. */
interface ShownRow extends DiffRow {
  left: number;
}

/** As one text, since only beside the other lines it tells whether tabs indent it. */
function revealRows(rows: readonly DiffRow[], view: DiffView): ShownRow[] {
  const { chars: most = Number.POSITIVE_INFINITY, isRevealed = false } = view;
  const cut = rows.map(({ text }) => text.slice(0, most));
  const texts = isRevealed ? cut : revealText(cut.join('\n')).split('\n');
  return rows.map((row, index) => ({
    ...row,
    text: texts[index] ?? '',
    left: Math.max(0, row.text.length - most),
  }));
}

/** The code of every row, in the colours of its language: each side of a hunk as one text. */
function highlightRows(rows: readonly DiffRow[], language: string | null): Row[] {
  const code: Row[] = rows.map(({ text }) => [span(text)]);
  if (language === null) return code;
  let left = MAX_COLOURED_CHARS;
  for (const hunk of hunksOf(rows)) {
    left -= hunk.reduce((sum, index) => sum + (rows[index]?.text.length ?? 0), 0);
    if (left < 0) return code;
    for (const leftOut of ['added', 'removed'] as const) {
      const side = hunk.filter((index) => rows[index]?.kind !== leftOut);
      const lines = highlightLines(
        side.map((index) => rows[index]?.text ?? ''),
        language,
      );
      for (const [position, index] of side.entries()) code[index] = lines[position] ?? [];
    }
  }
  return code;
}

/** The indexes of the lines of each hunk. */
function hunksOf(rows: readonly DiffRow[]): number[][] {
  const hunks: number[][] = [[]];
  for (const [index, { kind }] of rows.entries()) {
    if (kind === 'gap') hunks.push([]);
    else if (kind !== 'note') hunks.at(-1)?.push(index);
  }
  return hunks;
}

function diffLine(row: ShownRow, code: Row, { first, digits }: Layout): Line {
  const { kind, number, text, left, goesOn } = row;
  const blank = first === null ? '' : ' '.repeat(digits + 1);
  if (kind === 'gap') return line(span(`${blank}${GLYPHS.more}`, 'dim'));
  if (kind === 'note') return line(span(`${blank}  ${text}`, 'dim', 'emphasis'));
  const signStyle: Style = kind === 'context' ? 'dim' : kind;
  const more = left === 0 ? [] : [span(`${GLYPHS.more} ${countOf(left, 'more character')}`, 'warning')];
  const content = verbatimLine(...(kind === 'context' ? code : markChanges(row, kind, code)), ...more);
  const sign = span(`${SIGNS[kind]} `, signStyle);
  const gutter = goesOn
    ? [span(`${blank}  `)]
    : first === null
      ? [sign]
      : [span(`${String(number + first - 1).padStart(digits)} `, 'dim'), sign];
  const [numbered = content] = indentLines([content], gutter);
  return numbered;
}

/** The line in the colour of its kind, the words that its partner has not in a stronger one. */
function markChanges({ partner }: DiffRow, kind: 'added' | 'removed', code: Row): Row {
  const whole = restyle(code, LINE_STYLES[kind]);
  if (partner === undefined) return whole;
  const text = rowText(code);
  const parts: Row[] = [];
  let offset = 0;
  for (const { start, end } of changedWords(text, rowText([span(revealText(partner))]))) {
    parts.push(sliceRow(whole, offset, start), restyle(sliceRow(whole, start, end), WORD_STYLES[kind]));
    offset = end;
  }
  return [...parts.flat(), ...sliceRow(whole, offset, text.length)];
}
