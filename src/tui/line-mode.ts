import { createInterface } from 'node:readline';
import type { PermissionQuestion } from '../core/gate-request.ts';
import { type Line, line, printableRows } from './draw/line.ts';
import { createPaint } from './draw/paint.ts';
import { span } from './draw/span.ts';
import { performEffect, sendPrompt, type World } from './perform-effect.ts';
import type { ReplOptions } from './repl-options.ts';
import { sizeOf } from './screen/terminal.ts';
import { blockLines } from './transcript/block-lines.ts';
import { headerLines, isHeaderKnown } from './transcript/header-lines.ts';
import { questionLines } from './transcript/question-lines.ts';
import { advanceTranscript, beginTranscript, EMPTY_TRANSCRIPT, printLines } from './transcript/transcript.ts';
import { optionFor } from './update/handle-dialog.ts';

const PROMPT = '> ';
const INTERRUPT_TWICE_MS = 1000;

/** The REPL for terminals that cannot move their cursor: whole lines in, whole lines out, nothing is drawn twice. */
export async function runLineMode(options: ReplOptions): Promise<void> {
  const repl = new LineRepl(options);
  try {
    await repl.left;
  } finally {
    repl.close();
  }
}

class LineRepl {
  readonly left: Promise<void>;
  readonly #options: ReplOptions;
  readonly #world: World;
  readonly #input;
  readonly #paint = createPaint(false);
  readonly #cleanUp: (() => void)[] = [];
  #leave: () => void = () => {};
  #transcript = EMPTY_TRANSCRIPT;
  #printed = 0;
  #hasHeader = false;
  #askedId: string | null = null;
  #wasBusy = false;
  #interruptedAt = 0;

  constructor(options: ReplOptions) {
    const { session, terminal, signal, history } = options;
    this.#options = options;
    this.left = new Promise((resolve) => {
      this.#leave = resolve;
    });
    this.#world = {
      session,
      print: (lines) => this.#print(lines),
      remember: (text) => history.add(text),
      redraw: () => {},
      clear: () => {},
      suspend: () => {},
      leave: () => this.#leave(),
    };
    this.#input = createInterface({ input: terminal.stdin, terminal: false });
    this.#input.on('line', (typed) => this.#take(typed));
    this.#input.on('close', this.#leave);
    signal?.addEventListener('abort', this.#leave, { once: true });
    if (signal?.aborted === true) this.#leave();
    this.#cleanUp.push(
      session.subscribe(() => this.#show()),
      terminal.onInterrupt?.(() => this.#interrupt()) ?? (() => {}),
      () => signal?.removeEventListener('abort', this.#leave),
    );
    if (options.initialPrompt !== undefined) sendPrompt(options.initialPrompt, this.#world);
    this.#show();
    this.#invite();
  }

  close(): void {
    for (const cleanUp of this.#cleanUp) cleanUp();
    this.#input.off('close', this.#leave);
    this.#input.close();
  }

  /** Prints what has been finished since the last time, and asks what is asked. */
  #show(): void {
    const state = this.#options.session.getState();
    if (!this.#hasHeader && isHeaderKnown(state)) {
      const { version, banner, home = '' } = this.#options;
      this.#hasHeader = true;
      const header = headerLines(state, version, banner, home);
      this.#transcript = beginTranscript(this.#transcript, state.entries, header);
    }
    this.#transcript = advanceTranscript(this.#transcript, state);
    this.#flush();
    this.#ask(state.questions);
    const busy = state.turn !== null;
    if (this.#wasBusy && !busy) this.#invite();
    this.#wasBusy = busy;
  }

  #flush(): void {
    const { columns } = sizeOf(this.#options.terminal.stdout);
    for (const { gap, block } of this.#transcript.printed.slice(this.#printed)) {
      const rows = printableRows(blockLines(block, columns, Date.now()), columns - 1).map(this.#paint);
      if (rows.length > 0) this.#write(`${gap ? '\n' : ''}${rows.join('\n')}\n`);
    }
    this.#printed = this.#transcript.printed.length;
  }

  #print(lines: readonly Line[]): void {
    this.#transcript = printLines(this.#transcript, lines);
    this.#flush();
    this.#invite();
  }

  #ask(questions: readonly PermissionQuestion[]): void {
    const [question] = questions;
    if (question === undefined || question.id === this.#askedId) {
      this.#askedId = question?.id ?? null;
      return;
    }
    this.#askedId = question.id;
    const options = question.options.map(({ label }, index) => line(span(`  ${index + 1} ${label}`)));
    const title = line(span(`${question.title}? (asked by ${question.askedBy})`));
    const choose = line(span('Type a number, and Enter. Anything else asks again.'));
    this.#transcript = printLines(this.#transcript, [
      title,
      ...questionLines(question.request),
      ...options,
      choose,
    ]);
    this.#flush();
    this.#invite();
  }

  #take(typed: string): void {
    const [question] = this.#options.session.getState().questions;
    if (question !== undefined) return this.#answer(question, typed.trim());
    if (typed.trim() === '') return this.#invite();
    performEffect({ type: 'remember', text: typed }, this.#world);
    if (typed.startsWith('/')) performEffect({ type: 'command', line: typed }, this.#world);
    else sendPrompt(typed, this.#world);
  }

  #answer(question: PermissionQuestion, typed: string): void {
    const option = optionFor(question, typed);
    if (option === undefined) {
      this.#askedId = null;
      return this.#ask([question]);
    }
    this.#options.session.answer(question.id, { outcome: 'selected', optionId: option.id });
  }

  #interrupt(): void {
    const { session } = this.#options;
    const isSecond = Date.now() - this.#interruptedAt < INTERRUPT_TWICE_MS;
    this.#interruptedAt = Date.now();
    if (isSecond) return this.#leave();
    if (session.getState().turn !== null) return session.cancel();
    this.#print([line(span('Ctrl+C again leaves.'))]);
  }

  #invite(): void {
    this.#write(PROMPT);
  }

  #write(text: string): void {
    const { stdout } = this.#options.terminal;
    if (stdout.writable) stdout.write(text);
  }
}
