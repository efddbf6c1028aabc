import { Writable } from 'node:stream';
import { type Instance, render } from 'ink';
import type { ReactElement } from 'react';
import type { SessionStore } from '../../core/ports/session.ts';
import type { SessionState } from '../../core/state/session-state.ts';
import { throttle } from '../../core/throttle.ts';
import type { Paint } from '../draw/paint.ts';
import { ScreenContext } from '../draw/rows.tsx';
import type { Row } from '../draw/span.ts';
import type { Keymap } from '../keys/keymap.ts';
import { KeysContext } from '../keys/keys-context.ts';
import { readFrame } from '../terminal/ink-screen.ts';
import { type InputEvent, isFromKeyboard, type StdinEvent } from '../terminal/input/input-event.ts';
import { readInput } from '../terminal/input/read-input.ts';
import { type ReplTerminal, sizeOf } from '../terminal/terminal.ts';
import { enterTerminalModes, restoreTerminal, type WantedModes } from '../terminal/terminal-modes.ts';
import { Pager } from './pager.tsx';
import { createPagerState, pageHeight, updatePager } from './pager-keys.ts';
import { entryPage, type PagerPage, pageIds, transcriptPage } from './pager-page.ts';

export interface PagerOptions {
  session: SessionStore;
  terminal: Pick<ReplTerminal, 'stdin' | 'stdout' | 'onEnd' | 'suspend'>;
  /** What is switched besides the screen. */
  modes: WantedModes;
  paint: Paint;
  /** The id of the page to begin with; without it the last one that there is. */
  first?: string;
  /** Ends the pager at once. */
  signal: AbortSignal;
  keymap: Keymap;
  /** The terminal is the pager's from now on, or is about to be given back. */
  onScreen(isOurs: boolean): void;
  /** Takes what the terminal says of itself. */
  note(event: StdinEvent): void;
}

const ENTER_SCREEN = '\u001b[?1049h\u001b[?25l';
const LEAVE_SCREEN = '\u001b[?1049l';
const BEGIN_SYNC = '\u001b[?2026h';
const END_SYNC = '\u001b[?2026l';
/** What happens in the session is drawn at most this often. */
const REFRESH_MS = 100;

/**
 * Shows the whole of what is folded in the transcript, page by page, on the terminal's other screen, beginning with the last
 * one. The terminal is as it was when it resolves: with the rows that the user wants printed, mostly
 * none.
 */
export function runPager(options: PagerOptions): Promise<readonly Row[]> {
  const pager = new PagerScreen(options);
  return pager.closed.finally(() => pager.leave());
}

class PagerScreen {
  readonly closed: Promise<readonly Row[]>;
  readonly #options: PagerOptions;
  readonly #stops: (() => void)[];
  readonly #refreshes = throttle(() => this.#draw(), REFRESH_MS);
  #close: (printed: readonly Row[]) => void = () => {};
  #state = createPagerState(null, true);
  readonly #output: InkOutput;
  readonly #ink: Instance;
  #drawn: readonly string[] = [];
  #page: { state: SessionState; id: string | null; columns: number; page: PagerPage } | null = null;
  #hasLeft = false;
  /** Suspended: the terminal is the shell's. */
  #isAway = false;
  #stopReading: () => void = () => {};

  constructor(options: PagerOptions) {
    const { session, terminal, signal } = options;
    const { stdout } = terminal;
    this.#options = options;
    this.closed = new Promise((resolve) => {
      this.#close = resolve;
    });
    const first = options.first ?? pageIds(session.getState()).at(-1) ?? null;
    this.#state = createPagerState(first, first === null || isOpen(session.getState(), first));
    this.#output = new InkOutput(sizeOf(stdout).columns - 1);
    this.#ink = render(this.#view(), {
      stdout: this.#output as unknown as NodeJS.WriteStream,
      stdin: terminal.stdin as NodeJS.ReadStream,
      exitOnCtrlC: false,
      patchConsole: false,
      debug: true,
    });
    this.#enterScreen();
    const onAbort = (): void => {
      this.leave();
      this.#close([]);
    };
    const onResize = (): void => {
      this.#drawn = [];
      this.#draw();
    };
    stdout.on('resize', onResize);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#stops = [
      session.subscribe(() => this.#refreshes.request()),
      terminal.onEnd?.(() => this.leave()) ?? (() => {}),
      () => stdout.off('resize', onResize),
      () => signal.removeEventListener('abort', onAbort),
    ];
    if (signal.aborted) onAbort();
    else this.#draw();
  }

  /** Gives the screen back. Synchronous, and does nothing the second time. */
  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#refreshes.cancel();
    for (const stop of this.#stops) stop();
    this.#ink.unmount();
    if (!this.#isAway) this.#leaveScreen();
  }

  #enterScreen(): void {
    const { terminal, modes, onScreen } = this.#options;
    const { stdin, stdout } = terminal;
    // Terminals keep the modes of their two screens apart.
    stdout.write(ENTER_SCREEN);
    enterTerminalModes(stdin, stdout, modes);
    onScreen(true);
    this.#stopReading = readInput(stdin, (events) => this.#take(events));
  }

  #leaveScreen(): void {
    const { terminal, onScreen } = this.#options;
    const { stdin, stdout } = terminal;
    this.#stopReading();
    onScreen(false);
    restoreTerminal(stdin, stdout);
    if (stdout.writable) stdout.write(LEAVE_SCREEN);
  }

  /** Leaves the terminal to the shell, as the REPL does. */
  async #suspend(): Promise<void> {
    const { suspend } = this.#options.terminal;
    if (suspend === undefined) return;
    this.#isAway = true;
    this.#leaveScreen();
    await suspend();
    this.#isAway = false;
    if (this.#hasLeft) return;
    this.#enterScreen();
    this.#drawn = [];
    this.#draw();
  }

  #take(events: readonly StdinEvent[]): void {
    for (const event of events) {
      if (!isFromKeyboard(event)) this.#options.note(event);
      else for (const part of splitText(event)) this.#handle(part);
      if (this.#hasLeft || this.#isAway) return;
    }
    this.#draw();
  }

  #handle(event: InputEvent): void {
    const { keymap } = this.#options;
    if (keymap.inPlace('pager', event) === undefined && keymap.does(event, 'suspend'))
      return void this.#suspend();
    const { rows } = sizeOf(this.#options.terminal.stdout);
    const ids = pageIds(this.#options.session.getState());
    const page = this.#currentPage();
    const { typing, search } = this.#state;
    // What is looked for, or printed, may be anywhere in it.
    if (typing !== null || search !== '' || keymap.inPlace('pager', event) === 'print')
      while (page.layOutMore?.() === true);
    const step = updatePager(this.#state, event, { page, ids, height: pageHeight(rows), keymap });
    if ('state' in step) this.#state = step.state;
    else this.#close(step.done === 'print' ? page.rows : []);
  }

  /** Laid out anew only when something of the session or the size is another; it may be long. */
  #currentPage(): PagerPage {
    const state = this.#options.session.getState();
    const columns = Math.max(1, sizeOf(this.#options.terminal.stdout).columns - 1);
    const id = this.#state.pageId;
    const known = this.#page;
    if (known?.state.entries === state.entries && known.state.terminals === state.terminals)
      if (known.id === id && known.columns === columns) return known.page;
    const view = { now: Date.now(), keymap: this.#options.keymap };
    const page =
      (id === null ? null : entryPage(state, id, columns, view)) ?? transcriptPage(state, columns, view);
    this.#page = { state, id, columns, page };
    this.#layOutRest(page);
    return page;
  }

  /** In slices, between which keys are taken. */
  #layOutRest(page: PagerPage): void {
    if (this.#hasLeft || this.#page?.page !== page) return;
    if (page.layOutMore?.() === true) setImmediate(() => this.#layOutRest(page));
    else if (page.layOutMore !== undefined) setImmediate(() => this.#draw());
  }

  #draw(): void {
    if (this.#hasLeft || this.#isAway) return;
    const { terminal } = this.#options;
    const { columns, rows } = sizeOf(terminal.stdout);
    this.#output.columns = columns - 1;
    this.#ink.rerender(this.#view());
    const drawn = readFrame(this.#output.written, { height: () => rows, caret: null }, columns - 1).rows;
    const changed = drawn.flatMap((row, index) =>
      row === this.#drawn[index] ? [] : [`\u001b[${index + 1};1H${row}\u001b[K`],
    );
    const first = this.#drawn.length === 0 ? '\u001b[H\u001b[J' : '';
    this.#drawn = drawn;
    if (first + changed.join('') === '' || !terminal.stdout.writable) return;
    terminal.stdout.write(BEGIN_SYNC + first + changed.join('') + END_SYNC);
  }

  #view(): ReactElement {
    const { session, terminal, paint, keymap } = this.#options;
    const { columns, rows } = sizeOf(terminal.stdout);
    const waiting = waitingFor(session.getState(), this.#state.pageId);
    return (
      <ScreenContext value={{ paint, columns: Math.max(1, columns - 1), height: rows }}>
        <KeysContext value={keymap}>
          <Pager state={this.#state} page={this.#currentPage()} waiting={waiting} />
        </KeysContext>
      </ScreenContext>
    );
  }
}

/** Keeps what Ink writes, which the pager draws by its difference: Ink clears the screen for a frame as high as it. */
class InkOutput extends Writable {
  readonly isTTY = true;
  readonly rows = Number.MAX_SAFE_INTEGER;
  columns: number;
  written = '';

  constructor(columns: number) {
    super({ decodeStrings: false });
    this.columns = columns;
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    this.written = String(chunk);
    done();
  }
}

/** Each character may be a key. */
function splitText(event: InputEvent): InputEvent[] {
  return event.type === 'text' ? Array.from(event.text, (text) => ({ type: 'text', text })) : [event];
}

function isOpen({ entries }: SessionState, id: string): boolean {
  return entries.find((entry) => entry.id === id)?.done === false;
}

/** What only the REPL can answer, and is not what is looked at. */
function waitingFor({ questions, elicitations }: SessionState, pageId: string | null): string | null {
  const asked = questions[0] ?? elicitations[0];
  return asked === undefined || asked.id === pageId ? null : `${asked.askedBy} asks you something`;
}
