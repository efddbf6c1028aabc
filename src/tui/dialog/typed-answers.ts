import { checkRulesFor, type RuleCheck } from '../../core/check-rule.ts';
import type {
  OptionKind,
  PermissionQuestion,
  QuestionAnswer,
  QuestionOption,
} from '../../core/gate-request.ts';

const KIND_KEYS: Readonly<Record<string, OptionKind>> = {
  a: 'allow_once',
  A: 'allow_always',
  r: 'reject_once',
  R: 'reject_always',
};

/** The option that a character stands for on a line of its own: its number, or a letter for its kind. */
export function optionFor(question: PermissionQuestion, character: string): QuestionOption | undefined {
  const kind = KIND_KEYS[character];
  if (kind !== undefined) return question.options.find((option) => option.kind === kind);
  return optionNumbered(question, character);
}

/** The option of that number, as it is typed. */
export function optionNumbered({ options }: PermissionQuestion, typed: string): QuestionOption | undefined {
  return /^[1-9]$/.test(typed) ? options[Number(typed) - 1] : undefined;
}

/** What a whole line answers: a character that stands for an option, and behind the number of a rejection why. */
export function answerFor(question: PermissionQuestion, typed: string): QuestionAnswer | null {
  const [, number = '', reason = ''] = /^([1-9])\s+(\S[\s\S]*)$/.exec(typed) ?? [];
  const option = optionFor(question, reason === '' ? typed : number);
  if (option === undefined || (reason !== '' && !isRejection(option))) return null;
  const answer = { outcome: 'selected', optionId: option.id } as const;
  return reason === '' ? answer : { ...answer, reason };
}

/** A rule that can be edited: what it does, and the answer that makes it. */
export interface EditableRule {
  option: QuestionOption;
  effect: 'allow' | 'deny';
  rule: string;
}

/**
 * The rule that `e` edits, with the mark on one of the options. A backend's own question makes no rule by itself: there it is
 * one of simse's, beside an answer that allows this once. null where no rule would settle it, and where the question is one
 * to a person.
 */
export function editableRule(question: PermissionQuestion, selected: number): EditableRule | null {
  const { options, rememberRule, suggestedRule } = question;
  if (rememberRule !== undefined) {
    const marked = options[selected];
    if (marked?.kind === 'reject_always') return { option: marked, effect: 'deny', rule: rememberRule };
    const always = options.find(({ kind }) => kind === 'allow_always');
    return always === undefined ? null : { option: always, effect: 'allow', rule: rememberRule };
  }
  const [once, ...others] = options.filter(({ kind }) => kind === 'allow_once');
  if (suggestedRule === undefined || once === undefined || others.length > 0) return null;
  return { option: once, effect: 'allow', rule: suggestedRule };
}

/** What a text would do as a rule in answer to a question. */
export function checkRuleOf(
  { request, roots = [] }: PermissionQuestion,
  effect: EditableRule['effect'],
  text: string,
): RuleCheck {
  return checkRulesFor(text, effect, request, roots);
}

/** The rejection that a reason goes with: the marked one, else the mildest. */
export function rejectionOf({ options }: PermissionQuestion, selected: number): QuestionOption | undefined {
  const marked = options[selected];
  if (marked !== undefined && isRejection(marked)) return marked;
  return options.find(({ kind }) => kind === 'reject_once') ?? options.find(isRejection);
}

/** Whether an answer settles later questions as well. */
export function isLasting({ kind }: QuestionOption): boolean {
  return kind === 'allow_always' || kind === 'reject_always';
}

function isRejection({ kind }: QuestionOption): boolean {
  return kind === 'reject_once' || kind === 'reject_always';
}
