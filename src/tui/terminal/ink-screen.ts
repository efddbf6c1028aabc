import { Writable } from 'node:stream';
import { fittingLength, roomFor } from '../draw/graphemes.ts';
import {
  type CursorPlace,
  type DrawnFrame,
  drawFrame,
  type Erasure,
  eraseFrame,
  NOTHING_DRAWN,
} from './draw-frame.ts';
import { type Size, sizeOf, type TerminalOutput } from './terminal.ts';

// Terminals that do not know the mode pass it over, as any private mode.
const BEGIN_SYNC = '\u001b[?2026h';
const END_SYNC = '\u001b[?2026l';
/** Asks for the size in characters, which not every terminal tells, and for the cursor's place, which ends the answer. */
const ASK_PLACE = '\u001b[18t\u001b[6n';
const CLEAR_ALL = '\u001b[2J\u001b[3J\u001b[H';

/** What is known of a frame besides its text. */
export interface FrameLayout {
  /** How many rows it has, counted from the last one, when Ink has laid it out. */
  height(): number;
  caret: Caret | null;
}

/** Where the cursor is shown: so many rows above the frame's last one. */
export interface Caret {
  below: number;
  column: number;
}

/** Of one column each, whatever terminal draws them, with the sequences that colour them. */
const PRINTABLE = /^(?:[ -~]|\u001b\[)*$/;

const NO_LAYOUT: FrameLayout = { height: () => 0, caret: null };

/**
 * The terminal as Ink sees it, and what draws Ink's frames. Ink 6 writes whole frames, clears the terminal with its
 * scrollback when one is as high as the screen, and after a change of width erases as many rows as the frame had before the
 * terminal wrapped them anew. So Ink is to write each frame as it is (`debug`), and what it writes is drawn by its difference
 * to what is on the screen, which is known here alone.
 */
export class InkScreen extends Writable {
  readonly isTTY = true;
  readonly rows = Number.MAX_SAFE_INTEGER;
  columns: number;
  readonly #terminal: TerminalOutput;
  /** What Ink has written last. */
  #written = '';
  #layout = NO_LAYOUT;
  #isDue = false;
  #drawn = NOTHING_DRAWN;
  /** What is to be printed above the frame with the next drawing. */
  #printed = '';
  /** What takes the frame off the screen before it is drawn anew; null while it stands where it was drawn. */
  #erasure: Erasure | null = null;
  /** Rows of earlier frames that have scrolled away, right above the frame, and may come back. */
  #lost: readonly string[] = [];
  #isHeld = false;

  constructor(terminal: TerminalOutput) {
    super({ decodeStrings: false });
    this.#terminal = terminal;
    this.columns = sizeOf(terminal).columns;
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    this.#written = String(chunk);
    this.#drawSoon();
    done();
  }

  /** Tells of the frame that Ink is about to write. */
  noteFrame(layout: FrameLayout): void {
    this.#layout = layout;
  }

  /** Puts rows above the frame for good, in the same drawing as the frame that Ink is about to write. */
  print(rows: readonly string[]): void {
    if (rows.length === 0) return;
    this.#printed += `${rows.join('\n')}\n`;
    this.#drawSoon();
  }

  /** Draws nothing until one of the methods below puts the frame in its new place. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Asks the terminal for its size and its cursor's place; the answers come with the input. */
  askPlace(): void {
    this.#write(ASK_PLACE);
  }

  /** Whether rows of the frame have scrolled away in a terminal of this size, where no drawing reaches them. */
  hasLost(size: Size, at: CursorPlace | null): boolean {
    return eraseFrame(this.#drawn, size, at, this.#lost).lost.length > 0;
  }

  /** The terminal has another size: erases the frame as it looks there, and has `update` draw it anew. */
  resize(size: Size, at: CursorPlace | null, update: () => void): void {
    this.#redraw(eraseFrame(this.#drawn, size, at, this.#lost), size, update);
  }

  /** Draws the frame anew on an empty screen; all that was on it has scrolled away. */
  scrollAway(size: Size, update: () => void): void {
    const away = `\u001b[${size.rows}B${'\n'.repeat(size.rows - 1)}\u001b[H`;
    const { text } = eraseFrame(this.#drawn, size, null);
    this.#redraw({ text: text + away, lost: [] }, size, update);
  }

  /** Draws the frame anew on an empty screen; what was on it and what scrolled away is gone. */
  clear(size: Size, update: () => void): void {
    this.#redraw({ text: CLEAR_ALL, lost: [] }, size, update);
  }

  /** Takes the frame off the screen, until `show` puts it where the cursor then is. */
  hide(): void {
    this.flush();
    this.#write(drawFrame(this.#drawn, NOTHING_DRAWN));
    this.#drawn = NOTHING_DRAWN;
    this.hold();
  }

  show(size: Size, update: () => void): void {
    this.#redraw({ text: '\r', lost: [] }, size, update);
  }

  /** Draws what is held back. */
  flush(): void {
    this.#isHeld = false;
    this.#draw();
  }

  #redraw(erasure: Erasure, { columns }: Size, update: () => void): void {
    this.hold();
    this.#erasure = erasure;
    this.columns = columns;
    update();
    this.emit('resize');
    // With yet another size, it waits for that to be handled.
    if (sizeOf(this.#terminal).columns === columns) this.flush();
  }

  /** When Ink has written all of it: what is measured may be drawn a second time, in the room that it has. */
  #drawSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#draw();
    });
  }

  #draw(): void {
    // A frame must not be drawn into a terminal whose new size has not been heard of: this asks, and emits `resize`.
    this.#terminal._refreshSize?.();
    if (this.#isHeld) return;
    const wanted = readFrame(this.#written, this.#layout, this.columns - 1);
    const text = this.#erase() + drawFrame(this.#drawn, wanted, this.#printed);
    if (this.#printed !== '') this.#lost = [];
    this.#drawn = wanted;
    this.#printed = '';
    if (text !== '') this.#write(BEGIN_SYNC + text + END_SYNC);
  }

  #erase(): string {
    if (this.#erasure === null) return '';
    const { text, lost } = this.#erasure;
    this.#erasure = null;
    this.#lost = lost;
    this.#drawn = NOTHING_DRAWN;
    return text;
  }

  #write(text: string): void {
    if (text !== '' && this.#terminal.writable) this.#terminal.write(text);
  }
}

/** The frame in what Ink wrote, whose first rows are what is left of the screen above it. */
export function readFrame(written: string, { height, caret }: FrameLayout, columns: number): DrawnFrame {
  const count = height();
  const rows = count === 0 ? [] : written.split('\n').slice(-count);
  const row = caret === null ? -1 : rows.length - 1 - caret.below;
  return {
    rows: rows.map((text) => cutRow(text, columns)),
    cursor: caret === null || row < 0 ? null : { row, column: caret.column },
  };
}

const SEQUENCE = /(\u001b\[[\d;]*m|\u001b\]8;[^\u0007]*\u0007)/;

/**
 * A row that some terminal would draw wider than it is here: Ink measures the parts of a flag or a family as one character.
 * What would reach the last column is left out.
 */
function cutRow(text: string, columns: number): string {
  if (PRINTABLE.test(text)) return text;
  const parts = text.split(SEQUENCE);
  const isText = (index: number) => index % 2 === 0;
  let room = columns;
  return parts
    .map((part, index) => {
      if (!isText(index)) return part;
      const shown = part.slice(0, fittingLength(part, room));
      room -= roomFor(part);
      return shown;
    })
    .join('');
}
