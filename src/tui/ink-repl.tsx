import { setTimeout as delay } from 'node:timers/promises';
import { type Instance, render } from 'ink';
import { App } from './app.tsx';
import { createPaint } from './draw/paint.ts';
import { isFromKeyboard } from './input/input-event.ts';
import { readInput } from './input/read-input.ts';
import { performEffect, sendPrompt, type World } from './perform-effect.ts';
import type { NextSession } from '../core/ports.ts';
import type { ReplOptions } from './repl-options.ts';
import { ReplStore } from './repl-store.ts';
import { InkScreen } from './screen/ink-screen.ts';
import { sizeOf } from './screen/terminal.ts';
import { watchFailure } from './screen/watch-failure.ts';
import { enterTerminalModes, restoreTerminal } from './screen/terminal-modes.ts';

/** Frames are paced by ReplStore; Ink's own limit would hold back the echo of keys. */
const INK_FPS = 1000;
/** How long a frame that was moved takes to be on the screen. */
const SETTLE_MS = 8;
/** How long no new size may come until the REPL goes on drawing: tmux tells of sizes in a row only every 250 ms. */
const CALM_MS = 300;

/** How long the terminal may take to say where its cursor is. */
const CURSOR_MS = 100;

/** The REPL in a terminal that can move its cursor, and is in our modes. It is on the screen once it is constructed. */
export class InkRepl {
  /** Resolves when the user or the terminal wants an end, with where the user goes on; rejects when drawing failed. */
  readonly left: Promise<NextSession | null>;
  readonly #options: ReplOptions;
  readonly #screen: InkScreen;
  readonly #store: ReplStore;
  readonly #element: React.ReactElement;
  readonly #ink: Instance;
  readonly #ending = new AbortController();
  #next: NextSession | null = null;
  #stopReading: () => void;
  #moves: Promise<void> = Promise.resolve();
  #calming: NodeJS.Timeout | undefined;
  #onCursor: (column: number) => void = () => {};

  constructor(options: ReplOptions) {
    const { terminal, session, version, banner, commands, history, home = '', initialPrompt } = options;
    const { stdin, stdout, color } = terminal;
    const world = this.#createWorld(options);
    this.#options = options;
    this.#screen = new InkScreen(stdout);
    this.#store = new ReplStore({
      session,
      version,
      banner,
      commands,
      home,
      history: history.entries,
      size: sizeOf(stdout),
      perform: (effect) => performEffect(effect, world),
    });
    this.#element = <App store={this.#store} screen={this.#screen} paint={createPaint(color)} />;
    this.#ink = render(this.#element, {
      stdout: this.#screen as unknown as NodeJS.WriteStream,
      stdin: stdin as NodeJS.ReadStream,
      exitOnCtrlC: false,
      patchConsole: false,
      maxFps: INK_FPS,
    });
    this.#stopReading = this.#startReading();
    session.setTerminalLender((use) => this.#move(() => this.#stepAside(use)));
    this.left = this.#watchForEnd();
    if (initialPrompt !== undefined) sendPrompt(initialPrompt, world);
  }

  /** Takes the REPL off the screen. The terminal's modes are left to the caller. */
  close(): void {
    this.#ending.abort();
    clearTimeout(this.#calming);
    this.#stopReading();
    this.#store.close();
    this.#ink.rerender(this.#element);
    this.#ink.unmount();
    this.#screen.flush();
  }

  #createWorld({ session, history, openUrl, terminal: { suspend } }: ReplOptions): World {
    return {
      session,
      print: (lines) => this.#store.print(lines),
      tell: (lines) => this.#store.tell(lines),
      openPanel: (panel) => this.#store.openPanel(panel),
      refreshPanel: () => this.#store.refreshPanel(),
      remember: (text) => history.add(text),
      redraw: () => void this.#move(() => this.#screen.scrollAway(this.#size, this.#update)),
      clear: () => void this.#move(() => this.#screen.clear(this.#size, this.#update)),
      suspend: () => suspend !== undefined && void this.#move(() => this.#stepAside(suspend)),
      openUrl,
      leave: (next) => {
        this.#next = next ?? null;
        this.#ending.abort();
      },
    };
  }

  get #size() {
    return sizeOf(this.#options.terminal.stdout);
  }

  /** Draws the newest state at once. */
  readonly #update = (): void => {
    this.#store.resume(this.#size);
    this.#ink.rerender(this.#element);
  };

  #startReading(): () => void {
    return readInput(this.#options.terminal.stdin, (events) => {
      for (const event of events) if (event.type === 'cursor') this.#onCursor(event.column);
      this.#store.handleInput(events.filter(isFromKeyboard));
    });
  }

  async #watchForEnd(): Promise<NextSession | null> {
    const { signal, terminal } = this.#options;
    const end = () => this.#ending.abort();
    const stopListening = terminal.onInterrupt?.(() =>
      this.#store.handleInput([{ type: 'key', chord: 'ctrl+c' }]),
    );
    terminal.stdin.once('end', end);
    const stopWatching = [watchFailure(terminal.stdin, end), watchFailure(terminal.stdout, end)];
    terminal.stdout.on('resize', this.#onResize);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted === true) end();
    await Promise.race([untilAborted(this.#ending.signal), this.#ink.waitUntilExit()]);
    stopListening?.();
    for (const stop of stopWatching) stop();
    terminal.stdin.off('end', end);
    terminal.stdout.off('resize', this.#onResize);
    signal?.removeEventListener('abort', end);
    return this.#next;
  }

  /** Drawn anew at once, and again when the size has been the same for a while; not in between. */
  readonly #onResize = (): void => {
    const isFirst = this.#calming === undefined;
    clearTimeout(this.#calming);
    this.#calming = setTimeout(() => {
      this.#calming = undefined;
      void this.#move(() => this.#resize());
    }, CALM_MS);
    this.#store.pause();
    this.#screen.hold();
    if (isFirst) void this.#move(() => this.#resize());
  };

  async #resize(): Promise<void> {
    const { columns } = this.#size;
    const column = await this.#askCursor();
    if (this.#ending.signal.aborted) return;
    // The answer is worth nothing when there is another size by now.
    if (this.#size.columns !== columns) return this.#resize();
    this.#screen.resize(this.#size, column, this.#update);
  }

  /** The column of the terminal's cursor, from 0; null when the terminal does not say. */
  #askCursor(): Promise<number | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), CURSOR_MS);
      this.#onCursor = (column) => {
        clearTimeout(timer);
        resolve(column);
      };
      this.#screen.askCursor();
    });
  }

  /** Moves the frame; the next move waits until this one is on the screen. Rejects as `action` does. */
  #move(action: () => void | Promise<void>): Promise<void> {
    const moved = this.#moves.then(async () => {
      if (this.#ending.signal.aborted) return;
      this.#screen.hold();
      await action();
      if (this.#calming !== undefined) this.#store.pause();
    });
    this.#moves = moved.catch(() => {}).then(() => delay(SETTLE_MS));
    return moved;
  }

  /** Gives the terminal to somebody else, until `use` is over. */
  async #stepAside(use: () => Promise<void>): Promise<void> {
    const { stdin, stdout } = this.#options.terminal;
    this.#store.pause();
    await delay(SETTLE_MS);
    this.#screen.hide();
    this.#stopReading();
    restoreTerminal(stdin, stdout);
    try {
      await use();
    } finally {
      if (!this.#ending.signal.aborted) {
        enterTerminalModes(stdin, stdout);
        this.#stopReading = this.#startReading();
        this.#screen.show(this.#size, this.#update);
      }
    }
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
