import type { SessionState } from '../../core/state/session-state.ts';
import { countOf } from '../../core/text/quantities.ts';
import { type Line, line, printableRows } from '../draw/line.ts';
import type { Paint } from '../draw/paint.ts';
import { shortPath } from '../draw/short-path.ts';
import { type Row, rowText, sliceRow, span } from '../draw/span.ts';
import type { KeyLabels } from '../keys/hints-row.ts';
import type { Block, TranscriptItem } from './block.ts';
import { blockLines } from './block-lines.ts';
import { groupBlocks, groupEntries } from './group-blocks.ts';
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
    if (earlier === 0) return this.print([line(span('Nothing was left out of this session.', 'dim'))], state);
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
  yield note(`Earlier entries ${number(from + 1)} to ${number(to)}:`);
  for (const group of groupEntries(state.entries.slice(from, to))) yield* groupBlocks(group, state);
  yield note('End of the earlier entries.');
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

/**
 * Whether the header can say what it has to: agent and MCP servers have started, or cannot. Where a conversation has begun
 * it is for what is known.
 */
function isHeaderKnown({ backendState, mcp, entries }: SessionState): boolean {
  if (entries.some(({ kind }) => kind !== 'notice')) return true;
  const settled = backendState === 'ready' || backendState === 'exited';
  return settled && mcp.every((server) => server.state !== 'starting');
}

/** The first lines of the REPL: what runs here, then what else the user should know. */
function headerLines(state: SessionState, version: string, banner: readonly string[], home: string): Line[] {
  const parts = [`simse ${version}`, backendOf(state), shortPath(state.cwd, home), mcpOf(state)];
  const [name = '', ...rest] = parts.filter((part) => part !== '');
  const first = line(span(name, 'strong', 'accent'), span(rest.map((part) => ` · ${part}`).join(''), 'dim'));
  return [first, ...banner.map((text) => line(span(text, 'dim')))];
}

function backendOf({ backend, agent }: SessionState): string {
  if (agent === null) return backend;
  const known = [agent.title ?? agent.name, agent.version].filter(
    (part) => part !== undefined && part !== '',
  );
  return known.length === 0 ? backend : `${backend} (${known.join(' ')})`;
}

function mcpOf({ mcp }: SessionState): string {
  const enabled = mcp.filter((server) => server.state !== 'disabled');
  if (enabled.length === 0) return '';
  const servers = countOf(enabled.length, 'MCP server');
  if (enabled.some((server) => server.state === 'starting')) return `${servers}, still starting`;
  const ready = enabled.filter((server) => server.state === 'ready');
  const tools = ready.reduce((sum, server) => sum + server.tools, 0);
  return `${ready.length === enabled.length ? servers : `${ready.length} of ${servers}`}, ${countOf(tools, 'tool')}`;
}
