import type { SessionState } from '../../core/state/session-state.ts';
import { type Line, line, printableRows } from '../draw/line.ts';
import type { Paint } from '../draw/paint.ts';
import { type Row, rowText, sliceRow, span } from '../draw/span.ts';
import type { KeyLabels } from '../keys/hints-row.ts';
import { blockLines } from './block-lines.ts';
import type { Block, TranscriptItem } from './block.ts';
import { groupBlocks, groupEntries } from './group-blocks.ts';
import { headerLines, isHeaderKnown } from './header-lines.ts';
import {
  advanceTranscript,
  append,
  beginTranscript,
  EMPTY_TRANSCRIPT,
  holdTranscript,
  printLines,
  takePrinted,
} from './transcript.ts';

interface ScrollbackSetup {
  version: string;
  banner: readonly string[];
  /** The user's home directory, shown as a tilde. */
  home: string;
}

/** Of earlier entries, how many blocks are printed at once: few enough that typing does not wait for them. */
const BLOCKS_AT_ONCE = 20;

/** What goes into the terminal's scrollback, once each; nothing of it is kept after it has been taken. */
export class Scrollback {
  readonly #setup: ScrollbackSetup;
  #transcript = EMPTY_TRANSCRIPT;
  #hasHeader = false;
  /** The earlier entries that are being printed. */
  #earlier: Iterator<Block> | null = null;

  constructor(setup: ScrollbackSetup) {
    this.#setup = setup;
  }

  /** What may still change. */
  get live(): readonly TranscriptItem[] {
    return this.#transcript.live;
  }

  /** What has been finished since it was taken last. */
  take(): readonly TranscriptItem[] {
    const { items, rest } = takePrinted(this.#transcript);
    this.#transcript = rest;
    return items;
  }

  /** Prints the header, if it is not there yet, with what is known by now. */
  begin(state: SessionState): void {
    if (this.#hasHeader) return;
    const { version, banner, home } = this.#setup;
    this.#hasHeader = true;
    const header = headerLines(state, version, banner, home);
    this.#transcript = beginTranscript(this.#transcript, state.entries, header);
  }

  /** Takes in what has happened. What gets finished waits for the header, and for earlier entries while they are printed. */
  advance(state: SessionState): void {
    if (isHeaderKnown(state)) this.begin(state);
    const waits = !this.#hasHeader || this.#earlier !== null;
    this.#transcript = (waits ? holdTranscript : advanceTranscript)(this.#transcript, state);
  }

  /** Prints lines that the user asked for, below the header. */
  print(lines: readonly Line[], state: SessionState): void {
    this.begin(state);
    this.#transcript = printLines(this.#transcript, lines);
  }

  /** Begins to print the entries that were left out at the beginning, of many the last `most`; `step` goes on with it. */
  printEarlier(state: SessionState, most: number): void {
    if (this.#earlier !== null) return;
    const { earlier } = this.#transcript;
    if (earlier === 0) return this.print([line(span('Nothing of this session was left out.', 'dim'))], state);
    const from = Math.max(0, earlier - most);
    this.#earlier = earlierBlocks(state, from, earlier);
    this.#transcript = { ...this.#transcript, earlier: from };
  }

  /** Prints some of the earlier entries; false when there is nothing left to print. */
  step(): boolean {
    const blocks: Block[] = [];
    while (this.#earlier !== null && blocks.length < BLOCKS_AT_ONCE) {
      const next = this.#earlier.next();
      if (next.done === true) this.#earlier = null;
      else blocks.push(next.value);
    }
    this.#transcript = append(this.#transcript, blocks);
    return this.#earlier !== null;
  }
}

/** The blocks of a session's entries from one index up to another, with a line before and behind that says so. */
function* earlierBlocks(state: SessionState, from: number, to: number): Generator<Block> {
  const number = (index: number) => index.toLocaleString('en-US');
  yield note(`Entries ${number(from + 1)} to ${number(to)}, from earlier:`);
  for (const group of groupEntries(state.entries.slice(from, to))) yield* groupBlocks(group, state);
  yield note('That was earlier. Here the session goes on.');
}

function note(text: string): Block {
  return { kind: 'lines', lines: [line(span(text, 'dim', 'emphasis'))] };
}

/**
 * What is written to the scrollback for an item, with the last column left free. It is printed once and for good, so no
 * clock runs in it. Long lines of code are left to the terminal to wrap.
 */
export function paintItem(
  { gap, block }: TranscriptItem,
  columns: number,
  paint: Paint,
  keymap: KeyLabels,
): string[] {
  const room = columns - 1;
  const rows = printableRows(blockLines(block, room, { now: 0, keymap }), room).map((row) =>
    paint(withoutEnd(row)),
  );
  return gap && rows.length > 0 ? ['', ...rows] : rows;
}

/** Blanks at the end of a row would be copied with it. Those of a changed line stay: they may be the change. */
function withoutEnd(row: Row): Row {
  if (row.at(-1)?.styles.some((style) => style === 'addedLine' || style === 'removedLine')) return row;
  return sliceRow(row, 0, rowText(row).trimEnd().length);
}
