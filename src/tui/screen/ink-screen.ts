import { Writable } from 'node:stream';
import type { Frame } from '../live/lay-out-live.ts';
import { eraseFrame, type FrameExtent, frameExtent, NO_EXTENT, reserveFrame } from './frame-extent.ts';
import { type Size, sizeOf, type TerminalOutput } from './terminal.ts';

const BEGIN_SYNC = '\u001b[?2026h';
const END_SYNC = '\u001b[?2026l';
const ASK_CURSOR = '\u001b[6n';
const CLEAR_ALL = '\u001b[2J\u001b[3J\u001b[H';
const ERASE_BELOW = '\r\u001b[J';
/** Longer than the millisecond by which Ink may put off a frame, so that a redraw is one write. */
const HOLD_MS = 4;

/**
 * The terminal as Ink sees it. Ink 6 clears the terminal with its scrollback when a frame is as high as the screen, and after
 * a change of width erases as many rows as the frame had before the terminal wrapped them anew. So here the screen has no
 * end (frames are kept lower by layOutLive), and Ink learns of a new width when the old frame has been erased already.
 */
export class InkScreen extends Writable {
  readonly isTTY = true;
  readonly rows = Number.MAX_SAFE_INTEGER;
  columns: number;
  readonly #terminal: TerminalOutput;
  /** The frame that Ink writes next, or has written. */
  #noted = NO_EXTENT;
  /** The frame that Ink has written last. */
  #written = NO_EXTENT;
  /** The frame that is on the screen: the last one written that was not held back. */
  #drawn = NO_EXTENT;
  #held: string[] | null = null;

  constructor(terminal: TerminalOutput) {
    super({ decodeStrings: false });
    this.#terminal = terminal;
    this.columns = sizeOf(terminal).columns;
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    // A frame must not be written into a terminal whose new size has not been heard of: this asks, and emits `resize`.
    this.#terminal._refreshSize?.();
    this.#put(String(chunk));
    done();
  }

  /** Tells which frame Ink is about to write. */
  noteFrame(frame: Frame): void {
    this.#noted = frameExtent(frame);
  }

  /** Writes nothing until one of the methods below puts the frame in its new place. */
  hold(): void {
    this.#held ??= [];
  }

  /** Asks the terminal where its cursor is; the answer comes with the input. */
  askCursor(): void {
    if (this.#terminal.writable) this.#terminal.write(ASK_CURSOR);
  }

  /**
   * The terminal has another size: erases the frame as it looks there, and has `update` draw it anew. `column` is where
   * the terminal says its cursor is, null when it does not say.
   */
  resize(size: Size, column: number | null, update: () => void): void {
    this.#redraw((extent) => eraseFrame(extent, size.columns, column), size, update);
  }

  /** Draws the frame anew on an empty screen; all that was on it has scrolled away. */
  scrollAway(size: Size, update: () => void): void {
    const away = `\u001b[${size.rows}B${'\n'.repeat(size.rows - 1)}\u001b[H`;
    this.#redraw((extent) => eraseFrame(extent, size.columns, null) + away, size, update);
  }

  /** Draws the frame anew on an empty screen; what was on it and what scrolled away is gone. */
  clear(size: Size, update: () => void): void {
    this.#redraw(() => CLEAR_ALL, size, update);
  }

  /** Takes the frame off the screen, until `show` puts it where the cursor then is. */
  hide(): void {
    this.flush();
    this.#write(eraseFrame(this.#drawn, this.columns, null));
  }

  show(size: Size, update: () => void): void {
    this.#redraw(() => ERASE_BELOW, size, update);
  }

  /** Writes what is held back. */
  flush(): void {
    const held = (this.#held ?? []).join('').replaceAll(BEGIN_SYNC, '').replaceAll(END_SYNC, '');
    this.#held = null;
    if (held !== '') this.#write(BEGIN_SYNC + held + END_SYNC);
  }

  #redraw(erase: (extent: FrameExtent) => string, size: Size, update: () => void): void {
    const late = this.#held ?? [];
    this.#held = [erase(this.#drawn), reserveFrame(this.#drawn, size.rows)];
    // What Ink wrote meanwhile belongs where its frame was; it may hold lines for the scrollback.
    if (late.length > 0) {
      const erased = eraseFrame(this.#written, size.columns, null);
      this.#held.push(...late, erased, reserveFrame(this.#written, size.rows));
    }
    this.columns = Math.max(this.columns, size.columns) + 1;
    update();
    this.emit('resize');
    // A narrower terminal makes Ink forget its frame and draw all of it.
    this.columns = size.columns;
    this.emit('resize');
    // Ink has drawn that without its cursor, which only comes with an update.
    update();
    setTimeout(() => {
      // With yet another size, it waits for that to be handled.
      if (sizeOf(this.#terminal).columns === size.columns) this.flush();
    }, HOLD_MS);
  }

  #put(text: string): void {
    this.#written = this.#noted;
    if (this.#held === null) this.#write(text);
    else this.#held.push(text);
  }

  #write(text: string): void {
    this.#drawn = this.#written;
    if (this.#terminal.writable) this.#terminal.write(text);
  }
}
