import { type Instance, render } from 'ink';
import { aborted } from '../../core/abort.ts';
import type { NextSession } from '../../core/ports/earlier-sessions.ts';
import type { Background } from '../../core/ports/terminal.ts';
import { line } from '../draw/line.ts';
import { createPaint, type Paint } from '../draw/paint.ts';
import type { Row } from '../draw/span.ts';
import { chooseTheme, dependsOnBackground } from '../draw/theme-choice.ts';
import { createKeymap } from '../keys/create-keymap.ts';
import type { Keymap } from '../keys/keymap.ts';
import { runPager } from '../pager/run-pager.tsx';
import { Attention, wantedModes } from '../terminal/attention.ts';
import { FrameMover } from '../terminal/frame-mover.ts';
import { InkScreen } from '../terminal/ink-screen.ts';
import { isFromKeyboard, type StdinEvent } from '../terminal/input/input-event.ts';
import { readInput } from '../terminal/input/read-input.ts';
import { sizeOf, watchTerminal } from '../terminal/terminal.ts';
import { enterTerminalModes, restoreTerminal, showCursorShape } from '../terminal/terminal-modes.ts';
import { askBackground } from '../terminal/theme-background.ts';
import { loadTokenizer } from '../transcript/highlight/highlight-lines.ts';
import { performEffect, sendText, type World } from './perform-effect.ts';
import { Repl } from './repl.tsx';
import type { ReplOptions } from './repl-options.ts';
import { ReplStore } from './repl-store.ts';

const DRAFT_IS_BACK = 'The draft of your last session is back in the prompt.';

/** The REPL in a terminal that can move its cursor, and is in our modes. It is on the screen once it is constructed. */
export class InkRepl {
  /** Resolves when the user or the terminal wants an end, with where the user goes on; rejects when drawing failed. */
  readonly left: Promise<NextSession | null>;
  readonly #options: ReplOptions;
  readonly #screen: InkScreen;
  readonly #store: ReplStore;
  #element: React.ReactElement;
  readonly #ink: Instance;
  readonly #keymap: Keymap;
  #paint: Paint;
  readonly #ending = new AbortController();
  #next: NextSession | null = null;
  readonly #mover: FrameMover;
  readonly #attention: Attention;
  /** Another program has the terminal, and gets what is typed, Ctrl+C included. */
  #isLent = false;
  #stopReading: () => void;

  constructor(options: ReplOptions) {
    const { drafts, terminal, session, banner, history, home = '', initialPrompt, ui } = options;
    const { stdin, stdout, looks } = terminal;
    const { keymap, warnings } = createKeymap(ui.keys);
    const world = this.#createWorld(options);
    this.#options = options;
    this.#keymap = keymap;
    this.#screen = new InkScreen(stdout);
    this.#store = new ReplStore({
      ...options,
      banner: [...banner, ...warnings, ...(drafts.restored === null ? [] : [DRAFT_IS_BACK])],
      keymap,
      hasVim: ui.vim,
      showCursor: (shape) => showCursorShape(stdout, shape),
      home,
      history: history.entries,
      size: sizeOf(stdout),
      perform: (effect) => performEffect(effect, world),
    });
    this.#paint = this.#createPaint(looks.background);
    this.#element = this.#createElement();
    this.#ink = render(this.#element, {
      stdout: this.#screen as unknown as NodeJS.WriteStream,
      stdin: stdin as NodeJS.ReadStream,
      exitOnCtrlC: false,
      patchConsole: false,
      // Frames as they are, and none held back: InkScreen draws them, and ReplStore paces them.
      debug: true,
    });
    this.#screen.flush();
    this.#mover = new FrameMover({
      screen: this.#screen,
      stdout,
      pause: () => this.#store.pause(),
      update: (size) => {
        this.#store.resume(size);
        this.#ink.rerender(this.#element);
      },
    });
    this.#attention = new Attention(options);
    this.#stopReading = this.#startReading();
    if (dependsOnBackground(ui.theme, looks)) askBackground(stdout);
    setImmediate(() => void loadTokenizer());
    session.setTerminalLender((use) => this.#lend(use));
    this.left = this.#watchForEnd();
    if (initialPrompt !== undefined) sendText(initialPrompt, world);
  }

  /** Takes the REPL off the screen. The terminal's modes are left to the caller. */
  close(): void {
    this.#ending.abort();
    this.#mover.close();
    this.#attention.close();
    this.#stopReading();
    this.#store.close();
    this.#ink.rerender(this.#element);
    this.#ink.unmount();
    this.#screen.flush();
  }

  #createWorld({ session, history, openUrl, images, terminal: { suspend } }: ReplOptions): World {
    return {
      session,
      images,
      print: (lines) => this.#store.print(lines),
      tell: (lines) => this.#store.tell(lines),
      showPager: (page) => void this.#showPager(page),
      printEarlier: (most) => this.#store.printEarlier(most),
      openPanel: (panel) => this.#store.openPanel(panel),
      refreshPanel: () => this.#store.refreshPanel(),
      closePanel: () => this.#store.closePanel(),
      remember: (text) => history.add(text),
      readHistory: () => history.elsewhere(),
      editText: (text) => this.#editText(text),
      changePrompt: (change) => this.#store.changePrompt(change),
      redraw: () => void this.#mover.move((update, size) => this.#screen.scrollAway(size, update)),
      clear: () => void this.#mover.move((update, size) => this.#screen.clear(size, update)),
      suspend: () => suspend !== undefined && void this.#lend(suspend),
      openUrl,
      leave: (next) => {
        this.#next = next ?? null;
        this.#ending.abort();
      },
    };
  }

  async #editText(text: string): Promise<string> {
    let edited = text;
    await this.#lend(async () => {
      edited = await this.#options.editText(text);
    });
    return edited;
  }

  /** What happens meanwhile is drawn when the pager has been closed. */
  async #showPager(first?: string): Promise<void> {
    const { session, terminal } = this.#options;
    let printed: readonly Row[] = [];
    await this.#stepAside(async () => {
      printed = await runPager({
        session,
        terminal,
        modes: wantedModes(this.#options),
        paint: this.#paint,
        ...(first === undefined ? {} : { first }),
        signal: this.#ending.signal,
        keymap: this.#keymap,
        onScreen: (isOurs) => (isOurs ? this.#attention.resume() : this.#attention.pause()),
        note: (event) => this.#note(event),
      });
    });
    if (printed.length > 0) this.#store.print(printed.map((row) => line(...row)));
  }

  /** What is in the scrollback already keeps the colours that it was printed in. */
  #createPaint(background: Background | null): Paint {
    const { ui, terminal } = this.#options;
    return createPaint(chooseTheme(ui.theme, { ...terminal.looks, background }));
  }

  #createElement(): React.ReactElement {
    return <Repl store={this.#store} screen={this.#screen} paint={this.#paint} keymap={this.#keymap} />;
  }

  #setBackground(background: Background): void {
    this.#paint = this.#createPaint(background);
    this.#element = this.#createElement();
    this.#ink.rerender(this.#element);
  }

  #startReading(): () => void {
    return readInput(this.#options.terminal.stdin, (events) => {
      for (const event of events) this.#note(event);
      this.#store.handleInput(events.filter(isFromKeyboard));
    });
  }

  /** Takes what the terminal says of itself. */
  #note(event: StdinEvent): void {
    this.#mover.note(event);
    if (event.type === 'focus') this.#attention.noteFocus(event.focused);
    if (event.type === 'background') this.#setBackground(event.background);
  }

  async #watchForEnd(): Promise<NextSession | null> {
    const stopWatching = watchTerminal(this.#options, {
      onEnd: () => this.#ending.abort(),
      onInterrupt: () => {
        if (!this.#isLent) this.#store.handleInput([{ type: 'key', chord: 'ctrl+c' }]);
      },
    });
    await Promise.race([aborted(this.#ending.signal), this.#ink.waitUntilExit()]);
    stopWatching();
    return this.#next;
  }

  /** Gives the terminal to another program, until `use` is over. */
  #lend(use: () => Promise<void>): Promise<void> {
    return this.#stepAside(async () => {
      this.#isLent = true;
      await use().finally(() => {
        this.#isLent = false;
      });
    });
  }

  /** Takes the REPL off the terminal, until `use` is over. */
  #stepAside(use: () => Promise<void>): Promise<void> {
    const { stdin, stdout } = this.#options.terminal;
    return this.#mover.move(async (update, size) => {
      this.#store.pause();
      this.#screen.hide();
      this.#stopReading();
      this.#attention.pause();
      restoreTerminal(stdin, stdout);
      try {
        await use();
      } finally {
        if (!this.#ending.signal.aborted) {
          enterTerminalModes(stdin, stdout, wantedModes(this.#options));
          this.#attention.resume();
          this.#stopReading = this.#startReading();
          this.#screen.show(size, update);
        }
      }
    });
  }
}
