import { createInterface, type Interface } from 'node:readline';
import type { Elicitation, ElicitationAnswer } from '../../core/elicitation/elicitation.ts';
import type { PermissionQuestion, QuestionAnswer } from '../../core/gate/gate-request.ts';
import type { SessionEvent } from '../../core/state/events.ts';
import { openUrl } from '../../platform/open-url.ts';
import type { AppContext } from '../../session/app-context.ts';
import { type Line, printableRows } from '../../tui/draw/line.ts';
import { rowText } from '../../tui/draw/span.ts';
import { createForm, type FormState } from '../../tui/form/form-state.ts';
import { askElicitation, takeLine } from '../../tui/form/line-elicitation.ts';
import { askLines, howToAnswer, takeAnswer } from '../../tui/question/line-question.ts';
import type { Effect } from '../../tui/repl/ui-state.ts';
import { sizeOf } from '../../tui/terminal/terminal.ts';

/** Where answers go: what waits for them. */
export interface Answers {
  answer(questionId: string, answer: QuestionAnswer): void;
  answerElicitation(elicitationId: string, answer: ElicitationAnswer): void;
}

type Item =
  | { kind: 'question'; id: string; question: PermissionQuestion }
  | { kind: 'elicitation'; id: string; elicitation: Elicitation; form: FormState };

/**
 * Puts the questions of a run to the user in whole lines, on stderr, one after another. The end of the input answers
 * whatever is open with no.
 */
export class LineQuestions implements Disposable {
  readonly #app: Pick<AppContext, 'stdin' | 'stderr' | 'env' | 'note'>;
  readonly #answers: Answers;
  readonly #items: Item[] = [];
  #asked: string | null = null;
  #input: Interface | null = null;

  constructor(app: Pick<AppContext, 'stdin' | 'stderr' | 'env' | 'note'>, answers: Answers) {
    this.#app = app;
    this.#answers = answers;
  }

  /** Whether something is being asked, so that nothing else may be written between. */
  get isBusy(): boolean {
    return this.#asked !== null;
  }

  /** Takes the events that say what is asked. */
  take(event: SessionEvent): void {
    if (event.type === 'question_asked') {
      const { question } = event;
      this.#add({ kind: 'question', id: question.id, question });
    } else if (event.type === 'elicitation_asked') {
      const { elicitation } = event;
      const form = createForm(elicitation.request);
      this.#add({ kind: 'elicitation', id: elicitation.id, elicitation, form });
    } else if (event.type === 'question_closed') this.#remove(event.questionId);
    else if (event.type === 'elicitation_closed') this.#remove(event.elicitationId);
  }

  [Symbol.dispose](): void {
    this.#input?.close();
  }

  #add(item: Item): void {
    this.#items.push(item);
    this.#askNext();
  }

  #remove(id: string): void {
    const index = this.#items.findIndex((item) => item.id === id);
    if (index >= 0) this.#items.splice(index, 1);
    if (this.#asked === id) this.#asked = null;
    this.#askNext();
  }

  #askNext(): void {
    const [item] = this.#items;
    if (this.#asked !== null || item === undefined) return;
    this.#asked = item.id;
    this.#listen();
    this.#ask(item);
  }

  #ask(item: Item): void {
    this.#print(
      item.kind === 'question'
        ? [...askLines(item.question), howToAnswer(item.question)]
        : askElicitation(item.elicitation, item.form),
    );
  }

  /** The input is left alone until there is something to ask. */
  #listen(): void {
    if (this.#input !== null) return;
    this.#input = createInterface({ input: this.#app.stdin, terminal: false });
    this.#input.on('line', (typed) => this.#takeLine(typed));
    this.#input.on('close', () => this.#giveUp());
  }

  #takeLine(typed: string): void {
    const [item] = this.#items;
    if (item === undefined) return;
    if (item.kind === 'elicitation') return this.#fill(item, typed);
    const taken = takeAnswer(item.question, typed.trim());
    if ('lines' in taken) return this.#print(taken.lines);
    this.#answers.answer(item.id, taken.answer);
  }

  #fill(item: Extract<Item, { kind: 'elicitation' }>, typed: string): void {
    const { form, lines, effect } = takeLine(item.elicitation, item.form, typed);
    item.form = form;
    if (lines.length > 0) this.#print(lines);
    if (effect !== null) this.#perform(effect);
  }

  #perform(effect: Effect): void {
    const { env, note } = this.#app;
    if (effect.type === 'answer-elicitation')
      this.#answers.answerElicitation(effect.elicitationId, effect.answer);
    else if (effect.type === 'open-url')
      openUrl(effect.url, env).catch((thrown: unknown) => {
        note(thrown instanceof Error ? thrown.message : String(thrown));
      });
  }

  #giveUp(): void {
    for (const { kind, id } of Array.from(this.#items)) {
      if (kind === 'question') this.#answers.answer(id, { outcome: 'cancelled' });
      else this.#answers.answerElicitation(id, { action: 'cancel' });
    }
  }

  #print(lines: readonly Line[]): void {
    const { stderr } = this.#app;
    const rows = printableRows(lines, sizeOf(stderr).columns - 1).map(rowText);
    stderr.write(`${rows.join('\n')}\n> `);
  }
}
