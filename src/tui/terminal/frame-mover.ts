import { setTimeout as delay } from 'node:timers/promises';
import type { CursorPlace } from './draw-frame.ts';
import type { InkScreen } from './ink-screen.ts';
import type { StdinEvent } from './input/input-event.ts';
import { type Size, sizeOf, type TerminalOutput } from './terminal.ts';

/** How long a frame that was moved takes to be on the screen. */
const SETTLE_MS = 8;
/** How long no new size may come until frames are drawn again: tmux tells of sizes in a row only every 250 ms. */
const CALM_MS = 300;
/** How long the terminal may take to say where its cursor is. */
const ANSWER_MS = 100;

/** What the terminal says of itself. */
interface Place {
  at: CursorPlace | null;
  /** Null where it does not tell. */
  size: Size | null;
}

interface MoverOptions {
  screen: InkScreen;
  stdout: TerminalOutput;
  /** Nothing may be drawn until `update`. */
  pause(): void;
  /** Draws the newest state at this size. */
  update(size: Size): void;
}

/** Puts the frame in a new place: after a change of the terminal's size, and whenever somebody asks for it. */
export class FrameMover {
  readonly #options: MoverOptions;
  #moves: Promise<void> = Promise.resolve();
  #calming: NodeJS.Timeout | undefined;
  #size: Size | null = null;
  #onCursor: (at: CursorPlace) => void = () => {};
  #isClosed = false;

  constructor(options: MoverOptions) {
    this.#options = options;
    options.stdout.on('resize', this.#onResize);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#calming);
    this.#options.stdout.off('resize', this.#onResize);
  }

  /** Takes what the terminal says of itself. */
  note(event: StdinEvent): void {
    if (event.type === 'size') this.#size = event;
    if (event.type === 'cursor') this.#onCursor(event);
  }

  /** Moves the frame; the next move waits until this one is on the screen. Rejects as `action` does. */
  move(action: (update: () => void, size: Size) => void | Promise<void>): Promise<void> {
    const { screen, stdout, pause, update } = this.#options;
    const moved = this.#moves.then(async () => {
      if (this.#isClosed) return;
      screen.hold();
      await action(() => update(sizeOf(stdout)), sizeOf(stdout));
      if (this.#calming !== undefined) pause();
    });
    this.#moves = moved.catch(() => {}).then(() => delay(SETTLE_MS));
    return moved;
  }

  /** Drawn anew at once, and again when the size has been the same for a while; not in between. */
  readonly #onResize = (): void => {
    const isFirst = this.#calming === undefined;
    clearTimeout(this.#calming);
    this.#calming = setTimeout(() => {
      this.#calming = undefined;
      void this.move((update) => this.#resize(update, true));
    }, CALM_MS);
    this.#options.pause();
    this.#options.screen.hold();
    if (isFirst) void this.move((update) => this.#resize(update, false));
  };

  async #resize(update: () => void, isCalm: boolean): Promise<void> {
    const { screen, stdout } = this.#options;
    const before = sizeOf(stdout);
    const { at, size } = await this.#askPlace();
    if (this.#isClosed) return;
    const now = sizeOf(stdout);
    // The answer is worth nothing when there is another size by now.
    if (now.columns !== before.columns || now.rows !== before.rows) return this.#resize(update, isCalm);
    // A multiplexer has yet another size, and will tell of it soon: the frame is drawn when it has.
    if (!isCalm && size !== null && (size.columns !== now.columns || size.rows !== now.rows)) return;
    // What has scrolled away may be back with the next size, as long as nothing is drawn below it.
    if (!isCalm && screen.hasLost(now, at)) return;
    screen.resize(now, at, update);
  }

  #askPlace(): Promise<Place> {
    this.#size = null;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve({ at: null, size: null }), ANSWER_MS);
      this.#onCursor = (at) => {
        clearTimeout(timer);
        resolve({ at, size: this.#size });
      };
      this.#options.screen.askPlace();
    });
  }
}
