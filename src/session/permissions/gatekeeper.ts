import { type Decision, decide, type GatePolicy } from '../../core/gate/decide.ts';
import { describeRequest } from '../../core/gate/describe-request.ts';
import type {
  Claim,
  GateRequest,
  QuestionAnswer,
  QuestionOption,
  ResolvedPath,
  Verdict,
} from '../../core/gate/gate-request.ts';
import type { PermissionMode } from '../../core/gate/permission-mode.ts';
import { isRejection } from '../../core/gate/question-answers.ts';
import { suggestRules } from '../../core/gate/suggest-rules.ts';
import type { AskContext, Gatekeeper } from '../../core/ports/gatekeeper.ts';
import type { EmitEvent, SessionEvent } from '../../core/state/events.ts';
import { splitQualifiedName } from '../../core/text/tool-names.ts';
import { type Chosen, createAsker, optionFor } from './asker.ts';
import type { GuardPaths } from './guard-paths.ts';
import type { PendingQuestions } from './pending-questions.ts';
import { createSessionRules, type SessionRules } from './session-rules.ts';
import { takeTurns } from './take-turns.ts';
import { acceptChange, changeIn, type ToolChanges, withChange } from './tool-changes.ts';

export interface GatekeeperOptions {
  emit: EmitEvent;
  questions: PendingQuestions;
  /** The workspace. */
  roots: readonly string[];
  /** The rules and the mode as they are now, without what was remembered. */
  policy(): Omit<GatePolicy, 'remembered' | 'roots'>;
  /** Without somebody to ask, ask means deny. */
  interactive: boolean;
  guardPaths: GuardPaths;
  /** The tool of the bridge that a backend's own question is about, whose call comes to this gate by itself. */
  bridgedTool(claim: Claim): string | undefined;
  changes: ToolChanges;
  /** What was answered "for this session"; without it answers are kept as long as this gate. */
  memory?: Pick<SessionRules, 'policy' | 'remember' | 'forget' | 'canKeep' | 'fileOf' | 'keep'>;
  /** Says where in their files the changes of a request stand, for whoever is asked about it. */
  placeDiffs?(request: GateRequest, mayRead: (path: ResolvedPath) => boolean): GateRequest;
  /** Goes to the mode that an answer brings with it. */
  setMode?(mode: PermissionMode): void;
}

export interface SessionGatekeeper extends Gatekeeper {
  /** Settles open questions that the rules now answer by themselves. A change of the mode answers none. */
  reconsider(): void;
  /**
   * Has `tell` say to the backend why its own question was rejected, for which the answer has no room. Where simse itself
   * refuses, the refusal says it.
   */
  onReason(tell: (text: string) => void): void;
}

const CANCELLED: Verdict = { allowed: false, by: 'cancelled', reason: 'the question was cancelled' };

/** The session's gate: decides by the pure policy, asks where it must, reports every decision as an event. */
export function createGatekeeper(options: GatekeeperOptions): SessionGatekeeper {
  const { questions, roots, changes, emit } = options;
  let tellBackend = (_text: string): void => {};
  const memory = options.memory ?? createSessionRules([]);
  const asker = takeTurns(createAsker(questions, roots, memory, (text) => warn(text)));
  const decideNow = (request: GateRequest) =>
    decide(request, { ...options.policy(), remembered: memory.policy().remembered, roots });

  const mayPass = (request: GateRequest) => decideNow(options.guardPaths(request)).outcome === 'allow';
  const mayRead = (path: ResolvedPath) => mayPass({ kind: 'read', path });

  const reconsider = () => {
    for (const question of questions.open()) {
      const { outcome, by } = decideNow(withChange(question.request, changes));
      if (outcome !== 'ask' && by !== 'mode')
        questions.settle(question.id, toAnswer(optionFor(question.options, outcome)));
    }
  };

  const warn = (text: string): void => emit({ type: 'notice', level: 'warn', source: 'simse', text });

  /** Decides or asks, reports, and says which option the user chose, if it was the user. */
  const settle = async (
    asked: GateRequest,
    choices: readonly QuestionOption[] | 'own',
    context: AskContext,
  ): Promise<Settled> => {
    const request = options.guardPaths(withChange(asked, changes));
    if (changeIn(request) !== undefined) memory.forget(request, roots);
    const settleNow = () => settleUnasked(decideNow(request), request, context, options);
    const atOnce = settleNow();
    const shown = () => options.placeDiffs?.(request, mayRead) ?? request;
    const { settled, chosen } =
      atOnce === null
        ? await asker.ask(shown(), choices, context, settleNow)
        : { settled: atOnce, chosen: undefined };
    const verdict = context.signal?.aborted === true ? CANCELLED : (settled ?? verdictOf(chosen));
    // What was forbidden while the question was open stays so.
    if (chosen !== undefined && verdict.allowed && decideNow(request).outcome === 'deny')
      return settle(request, choices, context);
    // A tool that is another by now was not what the answer was about.
    if (isPermission(verdict, chosen?.option) && !(await acceptChange(request, changes, warn)))
      return settle(asked, choices, context);
    // Reading the workspace is always allowed and happens by the thousand: it is not worth a line in the log.
    if (!verdict.allowed || verdict.by !== 'mode' || request.kind !== 'read')
      emit(decidedEvent(describeRequest(request, roots), request, context, { verdict, chosen }));
    if (settled === null) reconsider();
    return { verdict, chosen, asked: settled === null };
  };

  return {
    reconsider,
    mayPass,
    onReason(tell) {
      tellBackend = tell;
    },
    authorize: async (request, context) => (await settle(request, 'own', context)).verdict,
    async answer(request, choices, context) {
      const { verdict, chosen, asked } = await settle(withBridged(request, options), choices, context);
      if (verdict.by === 'cancelled') return { outcome: 'cancelled' };
      if (!asked) return toAnswer(optionFor(choices, verdict.allowed ? 'allow' : 'deny'));
      return toldAnswer(request, chosen, context, { ...options, tellBackend });
    },
  };
}

/** What is settled without a question; null where somebody is to be asked. */
function settleUnasked(
  decision: Decision,
  request: GateRequest,
  { alreadyAllowed }: AskContext,
  options: GatekeeperOptions,
): Verdict | null {
  if (decision.outcome !== 'ask') return toVerdict(decision, request, options);
  // What the backend asked did not show how the tool has changed.
  if (alreadyAllowed === true && changeIn(request) === undefined)
    return { allowed: true, by: 'user', reason: 'you allowed it' };
  if (options.interactive) return null;
  return { allowed: false, by: 'no_terminal', reason: withRemedy(NO_TERMINAL, request, options.roots) };
}

/** What a backend says of itself never names the tool: only that it is one that the bridge has. */
function withBridged(request: GateRequest, { bridgedTool }: GatekeeperOptions): GateRequest {
  if (request.kind !== 'claim') return request;
  const { bridged: _, ...claim } = request;
  const bridged = bridgedTool(claim);
  return bridged === undefined ? claim : { ...claim, bridged };
}

function decidedEvent(
  subject: string,
  request: GateRequest,
  { askedBy, toolCallId }: AskContext,
  { verdict, chosen }: Pick<Settled, 'verdict' | 'chosen'>,
): SessionEvent {
  const change = changeIn(request);
  const about = { askedBy, ...(toolCallId !== undefined && { toolCallId }), ...(change && { change }) };
  const answer = chosen && { answer: chosen.recorded };
  return { type: 'permission_decided', subject, ...about, ...verdict, ...answer };
}

interface Settled {
  verdict: Verdict;
  chosen: Chosen | undefined;
  /** Whether the user was. */
  asked: boolean;
}

function verdictOf(chosen: Chosen | undefined): Verdict {
  if (chosen === undefined) return CANCELLED;
  if (chosen.option.kind === 'other')
    return {
      allowed: false,
      by: 'user',
      reason: `you gave an answer of the agent's own: ${chosen.recorded.option}`,
    };
  if (!isRejection(chosen.option)) return { allowed: true, by: 'user', reason: 'you allowed it' };
  const { reason } = chosen;
  return {
    allowed: false,
    by: 'user',
    reason: reason === undefined ? 'you rejected it' : `the user rejected it: ${reason}`,
  };
}

/** The user's answer to a backend's own question, with the reason where it is taken so; otherwise that is told after it. */
function toldAnswer(
  request: GateRequest,
  chosen: Chosen | undefined,
  { takesReason, signal }: AskContext,
  { roots, tellBackend, setMode }: GatekeeperOptions & { tellBackend(text: string): void },
): QuestionAnswer {
  const mode = chosen?.option.mode;
  if (mode !== undefined && signal?.aborted !== true) setMode?.(mode);
  const answer = toAnswer(chosen?.option ?? null);
  const reason = chosen?.reason;
  if (reason === undefined || answer.outcome === 'cancelled') return answer;
  if (takesReason === true) return { ...answer, reason };
  const isPlan = request.kind === 'claim' && request.plan !== undefined;
  tellBackend(isPlan ? reason : rejectionText(describeRequest(request, roots), reason));
  return answer;
}

/** In the user's name. */
function rejectionText(subject: string, reason: string): string {
  return `I rejected "${subject}": ${reason}`;
}

/** What an option of a kind that simse does not know means is for the backend to say. */
function isPermission({ allowed }: Verdict, chosen: QuestionOption | undefined): boolean {
  return allowed && chosen?.kind !== 'other';
}

function toAnswer(option: QuestionOption | null): QuestionAnswer {
  return option === null ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: option.id };
}

/** What is decided without a question; a denial for want of one says what would have allowed it. */
function toVerdict(
  { outcome, by, reason }: Decision,
  request: GateRequest,
  { policy, roots }: GatekeeperOptions,
): Verdict {
  const isUnasked = outcome === 'deny' && by === 'mode' && policy().mode === 'dontAsk';
  return {
    allowed: outcome === 'allow',
    by,
    reason: isUnasked ? withRemedy(reason, request, roots) : reason,
  };
}

const NO_TERMINAL = 'there is no terminal to ask on';

/** Why nobody was asked, and what would allow it without a question. */
function withRemedy(reason: string, request: GateRequest, roots: readonly string[]): string {
  if (request.kind === 'tool' && request.change !== undefined) {
    const server = splitQualifiedName(request.tool)?.server ?? request.tool;
    return `it is not what was approved; simse mcp pins ${server} shows how, simse mcp pins accept ${server} would allow it`;
  }
  if (request.kind === 'claim' && request.plan !== undefined)
    return 'there is no terminal to approve the plan on; --permission-mode acceptEdits, or default with rules, lets the agent work without a plan';
  const flags = suggestRules(request, roots).map((rule) => `--allow '${rule.replaceAll("'", "'\\''")}'`);
  const remedy =
    flags.length > 0 ? flags.join(' ') : '--permission-mode bypassPermissions, which allows everything,';
  return `${reason}; ${remedy} would allow it`;
}
