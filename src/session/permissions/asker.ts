import { checkRulesFor } from '../../core/check-rule.ts';
import { describeRequest, suggestRules } from '../../core/describe-request.ts';
import type {
  GateRequest,
  PermissionQuestion,
  QuestionAnswer,
  QuestionOption,
} from '../../core/gate-request.ts';
import { parseRule } from '../../core/permission-rule.ts';
import type { AskContext } from '../../core/ports.ts';
import { joinRules } from '../../core/rule-list.ts';
import type { QuestionDesk } from './question-desk.ts';
import type { SessionRules } from './session-rules.ts';

/** What the user chose, and what they said to it. */
export interface Chosen {
  option: QuestionOption;
  /** Only of a rejection. */
  reason?: string;
}

export interface Asker {
  /** Asks with the agent's options, or with simse's own four. undefined when the question was cancelled. */
  ask(
    request: GateRequest,
    choices: readonly QuestionOption[] | 'own',
    context: AskContext,
  ): Promise<Chosen | undefined>;
}

/** Of a reason that somebody types; what is longer is a prompt of its own. */
const MAX_REASON_CHARS = 4000;

const OWN_OPTIONS: readonly QuestionOption[] = [
  { id: 'allow_once', label: 'Allow once', kind: 'allow_once' },
  { id: 'allow_always', label: 'Allow for this session', kind: 'allow_always' },
  { id: 'reject_once', label: 'Reject', kind: 'reject_once' },
  { id: 'reject_always', label: 'Reject for this session', kind: 'reject_always' },
];

/** Puts questions to the user and remembers for the session what was answered so. */
export function createAsker(
  desk: QuestionDesk,
  roots: readonly string[],
  memory: Pick<SessionRules, 'remember'>,
): Asker {
  const remember = (option: QuestionOption, answer: Selected, request: GateRequest, own: string[]): void => {
    const effect = isRejection(option) ? 'deny' : 'allow';
    const isLasting = option.kind === 'allow_always' || option.kind === 'reject_always';
    if (answer.rule === undefined) return memory.remember(effect, isLasting ? own.map(parseRule) : []);
    const { rules, covers } = checkRulesFor(answer.rule, effect, request, roots);
    if (rules !== null && covers) memory.remember(effect, rules);
  };
  return {
    async ask(request, choices, context) {
      const rules = suggestRules(request, roots);
      const isOwn = choices === 'own';
      const options = isOwn ? ownOptions(rules.length) : choices;
      const question = toQuestion(request, options, context, roots);
      const answer = await desk.ask({ ...question, ...namedRules(rules, isOwn) }, context.signal);
      if (answer.outcome === 'cancelled') return undefined;
      const option = options.find(({ id }) => id === answer.optionId);
      if (option === undefined) return undefined;
      // An agent remembers its own "always"; only simse's own questions make rules by themselves.
      remember(option, answer, request, isOwn ? rules : []);
      const reason = isRejection(option) ? answer.reason?.trim().slice(0, MAX_REASON_CHARS) : '';
      return reason ? { option, reason } : { option };
    },
  };
}

type Selected = Extract<QuestionAnswer, { outcome: 'selected' }>;

export function isRejection({ kind }: QuestionOption): boolean {
  return kind === 'reject_once' || kind === 'reject_always';
}

function toQuestion(
  request: GateRequest,
  options: readonly QuestionOption[],
  { askedBy, toolCallId }: AskContext,
  roots: readonly string[],
): Omit<PermissionQuestion, 'id'> {
  return {
    askedBy,
    request,
    title: describeRequest(request, roots),
    options: [...options],
    roots: [...roots],
    ...(toolCallId === undefined ? {} : { toolCallId }),
  };
}

function namedRules(
  rules: readonly string[],
  isOwn: boolean,
): Pick<PermissionQuestion, 'rememberRule' | 'suggestedRule'> {
  if (rules.length === 0) return {};
  return isOwn ? { rememberRule: joinRules(rules) } : { suggestedRule: joinRules(rules) };
}

/** What no rule covers cannot be remembered, and the rejection of several commands in one says nothing about each. */
function ownOptions(rules: number): readonly QuestionOption[] {
  return OWN_OPTIONS.filter(({ kind }) => {
    if (kind === 'allow_always') return rules > 0;
    return kind !== 'reject_always' || rules === 1;
  });
}
