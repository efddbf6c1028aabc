import { Writable } from 'node:stream';
import type { Frame } from '../repl/lay-out-live.ts';
import { type DrawnFrame, drawFrame, NOTHING_DRAWN } from './draw-frame.ts';
import { type CursorPlace, eraseFrame, type Erasure } from './frame-extent.ts';
import { readInkFrame } from './read-ink-frame.ts';
import { type Size, sizeOf, type TerminalOutput } from './terminal.ts';

// Terminals that do not know the mode pass it over, as any private mode.
const BEGIN_SYNC = '\u001b[?2026h';
const END_SYNC = '\u001b[?2026l';
/** Asks for the size in characters, which not every terminal tells, and for the cursor's place, which ends the answer. */
const ASK_PLACE = '\u001b[18t\u001b[6n';
const CLEAR_ALL = '\u001b[2J\u001b[3J\u001b[H';
/** Longer than the millisecond by which Ink may put off a frame. */
const HOLD_MS = 4;

/**
 * The terminal as Ink sees it, and what draws Ink's frames. Ink 6 writes whole frames, clears the terminal with its
 * scrollback when one is as high as the screen, and after a change of width erases as many rows as the frame had before the
 * terminal wrapped them anew. So here the screen has no end (frames are kept lower by layOutLive), and what Ink writes is
 * read back and drawn by its difference to what is on the screen, which is known here alone.
 */
export class InkScreen extends Writable {
  readonly isTTY = true;
  readonly rows = Number.MAX_SAFE_INTEGER;
  columns: number;
  readonly #terminal: TerminalOutput;
  #cursor: DrawnFrame['cursor'] = null;
  #wanted = NOTHING_DRAWN;
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
    const rows = readInkFrame(String(chunk)) ?? this.#wanted.rows;
    // Ink may still write a frame before the one that was noted.
    const isInside = this.#cursor !== null && this.#cursor.row < rows.length;
    this.#wanted = { rows, cursor: isInside ? this.#cursor : null };
    this.#draw();
    done();
  }

  /** Tells where the cursor belongs in the frame that Ink is about to write. */
  noteFrame({ cursor }: Frame): void {
    this.#cursor = cursor;
  }

  /** Puts rows above the frame for good, in the same drawing as the frame that Ink is about to write. */
  print(rows: readonly string[]): void {
    if (rows.length === 0) return;
    this.#printed += `${rows.join('\n')}\n`;
    // Ink writes nothing when the frame stays the same.
    setTimeout(() => this.#draw(), HOLD_MS);
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
    setTimeout(() => {
      // With yet another size, it waits for that to be handled.
      if (sizeOf(this.#terminal).columns === columns) this.flush();
    }, HOLD_MS);
  }

  #draw(): void {
    // A frame must not be drawn into a terminal whose new size has not been heard of: this asks, and emits `resize`.
    this.#terminal._refreshSize?.();
    if (this.#isHeld) return;
    const text = this.#erase() + drawFrame(this.#drawn, this.#wanted, this.#printed);
    if (this.#printed !== '') this.#lost = [];
    this.#drawn = this.#wanted;
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
