import { messageOf } from '../../core/errors.ts';
import { checkRulesFor, type RuleCheck } from '../../core/gate/check-rule.ts';
import { describeRequest } from '../../core/gate/describe-request.ts';
import type {
  GateRequest,
  KeptScope,
  OptionKind,
  PermissionQuestion,
  QuestionAnswer,
  QuestionOption,
} from '../../core/gate/gate-request.ts';
import { joinRules, type PermissionRule, parseRule } from '../../core/gate/permission-rule.ts';
import { ANSWER_WORDS, answerLine, answersOf, isRejection } from '../../core/gate/question-answers.ts';
import { suggestLastingRules, suggestRules } from '../../core/gate/suggest-rules.ts';
import type { AskContext } from '../../core/ports/gatekeeper.ts';
import type { SessionEvent } from '../../core/state/events.ts';
import type { PendingQuestions } from './pending-questions.ts';
import type { SessionRules } from './session-rules.ts';

/** What the user chose, and what they said to it. */
export interface Chosen {
  option: QuestionOption;
  /** Only of a rejection. */
  reason?: string;
  /** As the record has it. */
  recorded: NonNullable<Extract<SessionEvent, { type: 'permission_decided' }>['answer']>;
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

const OWN_OPTIONS: readonly QuestionOption[] = (
  ['allow_once', 'allow_always', 'reject_once', 'reject_always'] as const
).map((kind) => ({ id: kind, label: ANSWER_WORDS[kind], kind }));

type Memory = Pick<SessionRules, 'remember' | 'canKeep' | 'fileOf' | 'keep'>;

/** The rules that would settle a request for good, by what they do. */
type Suggested = Record<'allow' | 'deny', readonly string[]>;

/** Puts questions to the user and remembers what was answered for longer. `warn` is told what could not be kept. */
export function createAsker(
  questions: PendingQuestions,
  roots: readonly string[],
  memory: Memory,
  warn: (text: string) => void,
): Asker {
  const rememberAnswer = async (
    option: QuestionOption,
    answer: Selected,
    request: GateRequest,
    suggested: Suggested,
    isOwn: boolean,
  ): Promise<void> => {
    const effect = isRejection(option) ? 'deny' : 'allow';
    const isLasting = option.kind === 'allow_always' || option.kind === 'reject_always';
    // An agent remembers its own "always"; only simse's own questions make rules by themselves.
    const isMeant = answer.keep !== undefined || (isOwn && isLasting);
    const rules =
      answer.rule === undefined
        ? (isMeant ? suggested[effect] : []).map(parseRule)
        : coveringRules(checkRulesFor(answer.rule, effect, request, roots));
    if (answer.keep === undefined) return memory.remember(effect, rules);
    for (const rule of rules) await keepRule(effect, rule, answer.keep);
  };
  const keepRule = async (
    effect: 'allow' | 'deny',
    rule: PermissionRule,
    scope: KeptScope,
  ): Promise<void> => {
    try {
      await memory.keep(effect, rule.text, scope);
    } catch (error) {
      memory.remember(effect, [rule]);
      warn(`${rule.text} holds for this session only: ${messageOf(error)}`);
    }
  };
  return {
    async ask(request, choices, context) {
      const exact = suggestRules(request, roots);
      // The rejection of several commands in one says nothing about each.
      const deny = exact.length === 1 ? exact : [];
      const suggested = { allow: suggestLastingRules(request, roots), deny };
      const isOwn = choices === 'own';
      const options = isOwn ? ownOptions(suggested) : choices;
      const question = { ...toQuestion(request, options, context, roots), ...namedRules(suggested, isOwn) };
      const files = memory.canKeep && exact.length > 0 ? { keptIn: filesOf(memory) } : {};
      const asked = { ...question, ...files };
      const answer = await questions.ask(asked, context.signal);
      if (answer.outcome === 'cancelled') return undefined;
      const option = options.find(({ id }) => id === answer.optionId);
      if (option === undefined) return undefined;
      await rememberAnswer(option, answer, request, suggested, isOwn);
      const reason = isRejection(option) ? answer.reason?.trim().slice(0, MAX_REASON_CHARS) : '';
      const recorded = recordedAnswer(asked, answer);
      return reason ? { option, reason, recorded } : { option, recorded };
    },
  };
}

function coveringRules({ rules, covers }: RuleCheck): readonly PermissionRule[] {
  return covers ? (rules ?? []) : [];
}

function filesOf({ fileOf }: Memory): Record<KeptScope, string> {
  return { project: fileOf('project'), user: fileOf('user') };
}

/** What was chosen, in the words that stood there, and the key that chose it. */
function recordedAnswer(
  question: Omit<PermissionQuestion, 'id'>,
  { optionId, rule, keep, key }: Selected,
): Chosen['recorded'] {
  const answers = answersOf(question).filter(({ answer }) => answer.optionId === optionId);
  const chosen =
    answers.find(
      ({ answer }) => answer.keep === keep && (answer.rule === undefined) === (rule === undefined),
    ) ?? answers[0];
  const option = chosen === undefined ? optionId : answerLine(chosen);
  return { option, ...(rule === undefined ? {} : { rule }), ...(key === undefined ? {} : { key }) };
}

type Selected = Extract<QuestionAnswer, { outcome: 'selected' }>;

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
  { allow, deny }: Suggested,
  isOwn: boolean,
): Pick<PermissionQuestion, 'rememberRule' | 'suggestedRule' | 'rejectRule'> {
  const allowing = isOwn ? { rememberRule: joinRules(allow) } : { suggestedRule: joinRules(allow) };
  return { ...(allow.length > 0 && allowing), ...(deny.length > 0 && { rejectRule: joinRules(deny) }) };
}

/** What no rule covers cannot be remembered. */
function ownOptions({ allow, deny }: Suggested): readonly QuestionOption[] {
  return OWN_OPTIONS.filter(({ kind }) => {
    if (kind === 'allow_always') return allow.length > 0;
    return kind !== 'reject_always' || deny.length > 0;
  });
}

const PREFERRED: Record<'allow' | 'deny', readonly OptionKind[]> = {
  allow: ['allow_once', 'allow_always'],
  deny: ['reject_once', 'reject_always'],
};

/**
 * The option that says what was decided without asking, in the narrowest form there is. null when there is none, and
 * when several ways to allow once are offered: that is a question to a person, dressed as a permission.
 */
export function optionFor(
  options: readonly QuestionOption[],
  outcome: 'allow' | 'deny',
): QuestionOption | null {
  for (const kind of PREFERRED[outcome]) {
    const matching = options.filter((option) => option.kind === kind);
    if (kind === 'allow_once' && matching.length > 1) return null;
    if (matching[0] !== undefined) return matching[0];
  }
  return null;
}
