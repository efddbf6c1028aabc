import { revealLine } from '../text/reveal-text.ts';
import type {
  KeptScope,
  OptionKind,
  PermissionQuestion,
  QuestionAnswer,
  QuestionOption,
} from './gate-request.ts';

type Offered = Omit<PermissionQuestion, 'id'>;
type Selected = Extract<QuestionAnswer, { outcome: 'selected' }>;

/** An answer to a permission question, as it is offered for every agent alike. */
export interface OfferedAnswer {
  /** What is typed for it; the same for the same kind of answer, whatever else is offered. */
  number: number;
  kind: OptionKind;
  /** What it does, in simse's words. */
  does: string;
  /** What the agent calls it, revealed; absent where those are simse's own words. It says nothing of what is done. */
  called?: string;
  /** The rule that it makes. */
  rule?: string;
  /** The file that the rule is written into. Without one it holds for the session. */
  file?: string;
  answer: Selected;
}

/** What the kinds do. simse's own options are called just that. */
export const ANSWER_WORDS: Readonly<Record<OptionKind, string>> = {
  allow_once: 'Allow once',
  allow_always: 'Allow for this session',
  reject_once: 'Reject',
  reject_always: 'Reject for this session',
  other: "The agent's own answer",
};

const KEPT_WORDS: Readonly<Record<KeptScope, string>> = {
  project: 'Always in this project',
  user: 'Always',
};

/** Where the answers stand, so that a number means the same in every question. Nothing but a rejection is ever 3. */
const SLOTS = { once: 1, session: 2, reject: 3, project: 4, user: 5, rejectAlways: 6 } as const;
/** Beyond the fixed ones: which numbers the further options of a kind may have. */
const SPARE: Readonly<Record<OptionKind, readonly number[]>> = {
  allow_once: [2, 4, 5, 6, 7, 8, 9],
  allow_always: [4, 5, 6, 7, 8, 9],
  reject_once: [4, 5, 6, 7, 8, 9],
  reject_always: [4, 5, 6, 7, 8, 9],
  other: [7, 8, 9],
};

/**
 * The answers to a question in the order of their numbers: once, for longer, reject, and what else there is. What an agent
 * offers keeps its own id; where it offers nothing for the session, simse's own rule does that.
 */
export function answersOf(question: Offered): OfferedAnswer[] {
  const { options } = question;
  const answers = new Map<number, OfferedAnswer>();
  const fixed = new Set<QuestionOption>();
  const put = (number: number, option: QuestionOption | undefined): void => {
    if (option === undefined) return;
    fixed.add(option);
    answers.set(number, ofOption(question, option, number));
  };
  const first = (kind: OptionKind) => options.find((option) => option.kind === kind);
  put(SLOTS.once, first('allow_once'));
  put(SLOTS.session, first('allow_always'));
  put(SLOTS.reject, first('reject_once'));
  put(SLOTS.rejectAlways, first('reject_always'));
  const own = sessionRule(question);
  if (own !== null && !answers.has(SLOTS.session)) answers.set(SLOTS.session, own);
  for (const scope of ['project', 'user'] as const) {
    const kept = keptRule(question, scope);
    if (kept !== null) answers.set(kept.number, kept);
  }
  for (const option of options) {
    if (fixed.has(option)) continue;
    const free = SPARE[option.kind].find((number) => !answers.has(number));
    const number = free ?? Math.max(9, ...answers.keys()) + 1;
    answers.set(number, ofOption(question, option, number));
  }
  return [...answers.values()].toSorted((one, other) => one.number - other.number);
}

/**
 * simse's own rule for the session, beside an agent's "allow once". null where no rule would settle the question, and where
 * several ways to allow once are offered: that is a question to a person, dressed as a permission.
 */
export function sessionRule({ options, suggestedRule }: Offered): OfferedAnswer | null {
  const once = onlyOnce(options);
  if (suggestedRule === undefined || once === undefined) return null;
  return {
    number: SLOTS.session,
    kind: 'allow_always',
    does: ANSWER_WORDS.allow_always,
    rule: suggestedRule,
    answer: { outcome: 'selected', optionId: once.id, rule: suggestedRule },
  };
}

/** simse's own rule for good, written into a file: it allows this once as well. */
function keptRule(
  { options, rememberRule, suggestedRule, keptIn }: Offered,
  keep: KeptScope,
): OfferedAnswer | null {
  const once = onlyOnce(options);
  const rule = rememberRule ?? suggestedRule;
  if (once === undefined || rule === undefined || keptIn === undefined) return null;
  return {
    number: SLOTS[keep],
    kind: 'allow_always',
    does: KEPT_WORDS[keep],
    rule,
    file: keptIn[keep],
    answer: { outcome: 'selected', optionId: once.id, rule, keep },
  };
}

function onlyOnce(options: readonly QuestionOption[]): QuestionOption | undefined {
  const [once, ...others] = options.filter(({ kind }) => kind === 'allow_once');
  return others.length > 0 ? undefined : once;
}

function ofOption(question: Offered, option: QuestionOption, number: number): OfferedAnswer {
  const { id, kind } = option;
  const { rememberRule, rejectRule } = question;
  const isOwn = rememberRule !== undefined;
  const isLasting = kind === 'allow_always' || kind === 'reject_always';
  const rule = kind === 'reject_always' ? rejectRule : rememberRule;
  const does = `${ANSWER_WORDS[kind]}${isLasting && !isOwn ? ', as the agent says' : ''}`;
  const called = revealLine(option.label);
  if (option.isOurs) return { number, kind, does: called, answer: { outcome: 'selected', optionId: id } };
  return {
    number,
    kind,
    does,
    ...(called === ANSWER_WORDS[kind] ? {} : { called }),
    ...(isOwn && isLasting && rule !== undefined ? { rule } : {}),
    answer: { outcome: 'selected', optionId: id },
  };
}

/** What an answer is called where it is written on one line: what it does, and behind it the agent's words. */
export function answerLine({ does, called }: OfferedAnswer): string {
  return called === undefined ? does : `${does} · “${called}”`;
}

export function isRejection({ kind }: { kind: OptionKind }): boolean {
  return kind === 'reject_once' || kind === 'reject_always';
}
