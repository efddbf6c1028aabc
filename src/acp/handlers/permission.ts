import type { Claim, GateRequest, OptionKind, QuestionOption } from '../../core/gate/gate-request.ts';
import { defined, isRecord, recordOf, recordsOf, textOf } from '../../core/json.ts';
import { INVALID_PARAMS, RpcError } from '../../core/rpc/rpc-message.ts';
import type { ToolCallPatch } from '../../core/tool-call.ts';
import type { AcpSession } from '../sessions/acp-session.ts';
import type { FileTexts } from '../sessions/approvals.ts';
import { toClaim } from '../translate/claim.ts';
import { toToolCallFields, toToolCallPatch } from '../translate/tool-call.ts';
import { ENDS_TURN } from '../vendors/vendor-quirks.ts';
import { stateAt } from './file-state.ts';
import type { RequestHandler } from './handler.ts';
import { planChoices, planOf } from './plan-question.ts';

const OPTION_KINDS: ReadonlySet<unknown> = new Set<OptionKind>([
  'allow_once',
  'allow_always',
  'reject_once',
  'reject_always',
]);

/** A question about more than this covers none of the rest, which is asked about when it is written. */
const MAX_FILES_BEFORE = 50;
const MAX_CHARS_BEFORE = 64 * 1024 * 1024;

/**
 * `session/request_permission`: the gate answers with one of the agent's own options, or `cancelled`. A question about a
 * call that the agent reports the end of meanwhile is one no more: of several, some agents settle all by the first answer.
 */
export const requestPermission: RequestHandler = async (session, params, signal) => {
  const { client, dialect, identity, profile } = session.agent;
  const call = learnCall(session, recordOf(params['toolCall']));
  const toolCallId = call.id === undefined ? {} : { toolCallId: call.id };
  const options = gentlestFirst(readOptions(params['options']));
  const moot = new AbortController();
  // Before anything is waited for, since the end may be the next message.
  const stopWatching = session.calls.onEnd(call.id, () => moot.abort());
  const ask = async (request: GateRequest, offered: QuestionOption[]) =>
    client.gate.answer(request, offered, {
      askedBy: identity.name,
      takesReason: profile.rejectionReasons,
      ...toolCallId,
      signal: AbortSignal.any([signal, moot.signal]),
    });
  const asked = await toRequest(session, call);
  const before = await textsBefore(asked);
  const request = withOldTexts(asked, before);
  const plan = request.kind === 'claim' ? request.plan : undefined;
  const choices = plan === undefined ? null : planChoices(options);
  const given = await ask(request, choices?.options ?? options).finally(stopWatching);
  const answer = choices?.toAgents(given) ?? given;
  if (plan !== undefined && !signal.aborted) showPlan(session, plan);
  const chosen =
    answer.outcome === 'selected' ? options.find(({ id }) => id === answer.optionId)?.kind : undefined;
  session.approvals.learn(request, chosen, before);
  session.oversight.answered(request, call.id, chosen);
  if (chosen !== 'allow_once' && chosen !== 'allow_always' && call.id !== undefined)
    session.calls.refuse(call.id);
  return dialect.permissionResult({ params, answer, chosenKind: chosen });
};

/** What the files of a change hold when the user is asked about it. */
async function textsBefore(request: GateRequest): Promise<FileTexts> {
  const texts = new Map<string, string | null>();
  if (request.kind !== 'claim') return texts;
  const changed = request.paths.filter(({ given }) => request.diffs.some(({ path }) => path === given));
  let chars = 0;
  for (const { real } of changed.slice(0, MAX_FILES_BEFORE)) {
    const { shown } = (await stateAt(real).catch(() => null)) ?? {};
    chars += shown?.oldText?.length ?? 0;
    if (chars > MAX_CHARS_BEFORE) break;
    if (shown !== undefined && shown.oldBytes === undefined) texts.set(real, shown.oldText);
  }
  return texts;
}

/** What an agent shows as a new file replaces all of one that is there. */
function withOldTexts(request: GateRequest, before: FileTexts): GateRequest {
  if (request.kind !== 'claim') return request;
  const heldBy = (path: string) => {
    const real = request.paths.find(({ given }) => given === path)?.real;
    return real === undefined ? null : (before.get(real) ?? null);
  };
  const diffs = request.diffs.map((diff) =>
    diff.oldText === null ? { ...diff, oldText: heldBy(diff.path) } : diff,
  );
  return { ...request, diffs };
}

/** What was decided about stays to be read, and is the answer where nobody is there to decide. */
function showPlan({ agent: { client } }: AcpSession, plan: string): void {
  if (plan.trim() === '') return;
  const content = { type: 'text', text: `${plan.trim()}\n\n` } as const;
  client.emit({ type: 'message_chunk', role: 'agent', content });
}

/** What is known of the call with what the request adds; the screen learns of calls that were not announced. */
function learnCall(session: AcpSession, toolCall: Record<string, unknown>): Partial<ToolCallPatch> {
  const fields = withoutEmpty(toolCall);
  const patch = toToolCallPatch(fields);
  if (patch === null) return toToolCallFields(fields);
  session.agent.client.emit({ type: 'tool_call', call: patch });
  return session.calls.merge(patch);
}

/** A request often carries empty fields for what an earlier update has told. */
function withoutEmpty(toolCall: Record<string, unknown>): Record<string, unknown> {
  const isEmpty = (value: unknown): boolean =>
    (Array.isArray(value) && value.length === 0) || (isRecord(value) && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(toolCall).filter(([, value]) => !isEmpty(value)));
}

/** In the dialect in which simse runs the tools, a question about one is about what simse itself will do. */
async function toRequest(session: AcpSession, call: Partial<ToolCallPatch>): Promise<GateRequest> {
  const { client, dialect } = session.agent;
  const claimed = toClaim(call, session.resolve);
  const claim: Claim = { ...claimed, ...defined({ plan: planOf(call, claimed) }) };
  if (!dialect.runsTools || call.name === undefined) return claim;
  await client.catalogue.ready();
  const tool = client.catalogue.find(call.name);
  if (tool?.change !== undefined) session.approvals.forget(tool.name);
  return tool === undefined ? claim : { kind: 'tool', tool: tool.name, args: recordOf(call.input) };
}

/**
 * In the agent's order and wording. A kind outside the four is kept, as one that neither allows nor rejects. One id for two
 * of them is refused: nobody could tell afterwards which was chosen.
 */
function readOptions(value: unknown): QuestionOption[] {
  const options = recordsOf(value).flatMap(({ optionId, name, kind }) =>
    typeof optionId === 'string'
      ? [
          {
            id: optionId,
            label: textOf(name) ?? optionId,
            kind: OPTION_KINDS.has(kind) ? (kind as OptionKind) : 'other',
          },
        ]
      : [],
  );
  const firsts = new Map(options.toReversed().map((option) => [option.id, option]));
  const twice = options.find(({ id, kind }) => firsts.get(id)?.kind !== kind);
  if (twice !== undefined)
    throw new RpcError(INVALID_PARAMS, `options of different kinds have the id ${twice.id}`);
  return [...firsts.values()].toReversed();
}

/**
 * Of several ways to reject, those that end the whole turn come last among their kind: whoever denies without asking
 * takes the first, and the agent may go on in another way.
 */
function gentlestFirst(options: readonly QuestionOption[]): QuestionOption[] {
  const harsh = ({ id, kind }: QuestionOption): boolean => kind === 'reject_once' && ENDS_TURN.test(id);
  const last = options.findLastIndex(({ kind }) => kind === 'reject_once');
  const before = options.slice(0, last + 1).filter((option) => !harsh(option));
  return [...before, ...options.filter(harsh), ...options.slice(last + 1)];
}
