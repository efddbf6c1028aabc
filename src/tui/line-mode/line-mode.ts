import { createInterface, type Interface } from 'node:readline';
import type { ContentBlock } from '../../core/content.ts';
import type { Elicitation } from '../../core/elicitation/elicitation.ts';
import type { PermissionQuestion } from '../../core/gate/gate-request.ts';
import type { NextSession } from '../../core/ports/earlier-sessions.ts';
import type { SessionState } from '../../core/state/session-state.ts';
import { formatDuration } from '../../core/text/quantities.ts';
import { type Line, line } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import { createForm, type FormState } from '../form/form-state.ts';
import { askElicitation, takeLine } from '../form/line-elicitation.ts';
import { isStuck } from '../prompt/leave-draft.ts';
import { draftEffects } from '../prompt/read-draft.ts';
import { askLines, howToAnswer, takeAnswer } from '../question/line-question.ts';
import { SILENCE_MS } from '../question/permission-state.ts';
import { performEffect, sendText, type World } from '../repl/perform-effect.ts';
import type { ReplOptions } from '../repl/repl-options.ts';
import { watchTerminal } from '../terminal/terminal.ts';
import { LinePrinter } from './line-printer.ts';

const INTERRUPT_TWICE_MS = 1000;

/** The REPL for terminals that cannot move their cursor: whole lines in, whole lines out, nothing is drawn twice. */
export async function runLineMode(options: ReplOptions): Promise<NextSession | null> {
  const repl = new LineRepl(options);
  try {
    await repl.left;
    return repl.next;
  } finally {
    repl.close();
  }
}

class LineRepl {
  /** Resolves when the user or the terminal wants an end. */
  readonly left: Promise<void>;
  /** Where the user goes on. */
  next: NextSession | null = null;
  readonly #options: ReplOptions;
  readonly #printer: LinePrinter;
  readonly #world: World;
  readonly #input: Interface;
  readonly #stopListening: (() => void)[];
  #leave: () => void = () => {};
  /** The question or request for information that was printed last. */
  #askedId: string | null = null;
  /** Until it has run out, a line may have been typed before the question was there to be read. */
  #unread: NodeJS.Timeout | undefined;
  /** The request for information that is being answered. */
  #filling: { id: string; form: FormState } | null = null;
  #interruptedAt = 0;
  /** Another program has the terminal, and gets what is typed, Ctrl+C included. */
  #isLent = false;
  /** What is attached to the next prompt. */
  #attached: ContentBlock[] = [];
  /** The lines of a prompt that goes on, each of which ended with a backslash. */
  readonly #begun: string[] = [];
  /** The turn that the user has been told of. */
  #turnId: string | null = null;
  /** What the user has been told of the prompts that wait. */
  #queue = { length: 0, isHeld: false };

  constructor(options: ReplOptions) {
    const { session, terminal, initialPrompt } = options;
    this.#options = options;
    this.left = new Promise((resolve) => {
      this.#leave = resolve;
    });
    this.#printer = new LinePrinter(options);
    this.#world = this.#createWorld();
    this.#input = createInterface({ input: terminal.stdin, terminal: false });
    this.#input.on('line', (typed) => this.#take(typed));
    this.#input.on('close', this.#leave);
    this.#stopListening = [
      watchTerminal(options, {
        onEnd: this.#leave,
        onInterrupt: () => {
          if (!this.#isLent) this.#interrupt();
        },
      }),
      session.subscribe(() => this.#show()),
    ];
    session.setTerminalLender((use) => this.#lend(use));
    if (initialPrompt !== undefined) sendText(initialPrompt, this.#world);
    this.#show();
  }

  close(): void {
    for (const stop of this.#stopListening) stop();
    clearTimeout(this.#unread);
    this.#input.off('close', this.#leave);
    this.#input.close();
  }

  #createWorld(): World {
    const { session, history, openUrl, images } = this.#options;
    return {
      session,
      images,
      attachLater: ({ block }) => {
        this.#attached = [...this.#attached, block];
      },
      openUrl,
      print: (lines) => this.#printer.print(lines),
      tell: (lines) => this.#printer.print(lines),
      printEarlier: (most) => this.#printer.printEarlier(session.getState(), most),
      remember: (text) => history.add(text),
      readHistory: () => history.elsewhere(),
      redraw: () => {},
      clear: () => this.#printer.invite(),
      suspend: () => {},
      leave: (next) => {
        this.next = next ?? null;
        this.#leave();
      },
    };
  }

  /** Prints what has been finished since the last time, and asks what is asked now. */
  #show(): void {
    const state = this.#options.session.getState();
    this.#printer.printFinished(state);
    this.#tellTurn(state);
    this.#tellQueue(state);
    this.#ask(state);
    if (state.turn === null) this.#printer.invite();
  }

  /** Nothing moves on the screen while a turn runs: who listens to it hears that it has begun, and that it is over. */
  #tellTurn({ turn, entries }: SessionState): void {
    const turnId = turn?.id ?? null;
    if (!this.#options.ui.screenReader || turnId === this.#turnId) return;
    this.#turnId = turnId;
    const end = entries.last('turn_end');
    if (turn !== null) this.#printer.say('working; Ctrl+C to interrupt');
    else if (end?.kind === 'turn_end') this.#printer.say(`done after ${formatDuration(end.durationMs)}`);
  }

  /** A prompt that waits for the running turn leaves no other trace. */
  #tellQueue({ queue, queueHeld }: SessionState): void {
    const { length } = queue;
    if (length > this.#queue.length) this.#printer.say(`${length} queued`);
    if (queueHeld && !this.#queue.isHeld) this.#printer.say(`${length} queued; press Enter to send`);
    this.#queue = { length, isHeld: queueHeld };
  }

  /** Permission questions come first; a request that one of them interrupted is asked again. */
  #ask({ questions: [question], elicitations }: SessionState): void {
    const elicitation = elicitations.find(({ id }) => id === this.#filling?.id) ?? elicitations[0];
    const askedId = question?.id ?? elicitation?.id ?? null;
    if (askedId === this.#askedId) return;
    this.#askedId = askedId;
    clearTimeout(this.#unread);
    this.#unread = undefined;
    if (question !== undefined) this.#askQuestion(question);
    else if (elicitation !== undefined) this.#printer.print(this.#askElicitation(elicitation));
  }

  /** What can be typed is said when it is taken. */
  #askQuestion(question: PermissionQuestion): void {
    this.#printer.print(askLines(question));
    this.#unread = setTimeout(() => {
      this.#unread = undefined;
      this.#printer.print([howToAnswer(question)]);
    }, SILENCE_MS);
  }

  #askElicitation(elicitation: Elicitation): Line[] {
    const { id, request } = elicitation;
    if (id !== this.#filling?.id) this.#filling = { id, form: createForm(request) };
    return askElicitation(elicitation, this.#filling.form);
  }

  #take(typed: string): void {
    this.#printer.noteTyped(typed);
    const { questions, elicitations } = this.#options.session.getState();
    const [question] = questions;
    if (question !== undefined) return this.#answer(question, typed.trim());
    const elicitation = elicitations.find(({ id }) => id === this.#filling?.id);
    if (elicitation !== undefined) return this.#fill(elicitation, typed);
    if (typed.endsWith('\\')) this.#begun.push(typed.slice(0, -1));
    else this.#send([...this.#begun.splice(0), typed].join('\n'));
  }

  #send(draft: string): void {
    if (draft.trim() === '') return this.#goOn();
    if (draft.trim() === '?') return performEffect({ type: 'command', line: '/help' }, this.#world);
    const blocks = [{ type: 'text', text: draft } as const, ...this.#attached];
    const effects = draftEffects(draft, blocks);
    if (effects.some(({ type }) => type === 'prompt')) this.#attached = [];
    for (const effect of effects) performEffect(effect, this.#world);
  }

  /** Nothing but Enter: what is held is sent. */
  #goOn(): void {
    if (this.#queue.isHeld) this.#options.session.resumeQueue();
    else this.#printer.invite();
  }

  #answer(question: PermissionQuestion, typed: string): void {
    // What helps to answer can be looked at meanwhile.
    if (typed.startsWith('/')) return this.#send(typed);
    const taken = takeAnswer(question, typed);
    if ('lines' in taken) return this.#printer.print(taken.lines);
    if (this.#unread !== undefined)
      return this.#printer.print([line(span('Not taken: the question had only just come. Type it again.'))]);
    this.#options.session.answer(question.id, taken.answer);
  }

  #fill(elicitation: Elicitation, typed: string): void {
    if (this.#filling === null) return;
    const { form, lines, effect } = takeLine(elicitation, this.#filling.form, typed);
    this.#filling = { id: elicitation.id, form };
    if (lines.length > 0) this.#printer.print(lines);
    if (effect !== null) performEffect(effect, this.#world);
  }

  /** Gives the terminal to another program, until `use` is over. */
  async #lend(use: () => Promise<void>): Promise<void> {
    this.#input.pause();
    this.#isLent = true;
    try {
      await use();
    } finally {
      this.#isLent = false;
      this.#input.resume();
    }
  }

  #interrupt(): void {
    const { session } = this.#options;
    const isSecond = Date.now() - this.#interruptedAt < INTERRUPT_TWICE_MS;
    this.#interruptedAt = Date.now();
    const { turn } = session.getState();
    if (isSecond) return this.#leave();
    if (session.shell.interrupt()) return;
    if (isStuck(turn, Date.now())) return session.endBackend();
    if (turn !== null) return session.cancel();
    this.#printer.print([line(span('Press Ctrl+C again to exit.'))]);
  }
}
