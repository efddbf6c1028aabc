import { blocksToText } from '../../core/content.ts';
import type { OptionKind } from '../../core/gate/gate-request.ts';
import { defined, idOf, isRecord, textOf } from '../../core/json.ts';
import type { RpcParams } from '../../core/rpc/rpc-message.ts';
import { acpDialect, type Dialect, normalizeUpdate } from './acp-dialect.ts';

/** The four decisions, which stand in place of options. */
const DECISIONS = [
  { optionId: 'allow_once', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'allow_always', name: 'Allow for this session', kind: 'allow_always' },
  { optionId: 'reject_once', name: 'Reject', kind: 'reject_once' },
  { optionId: 'reject_always', name: 'Reject for this session', kind: 'reject_always' },
] as const;

/** simse's own dialect: prompts as text, flat updates, tools that simse runs. docs/protocol.md has every field. */
export const simseDialect: Dialect = {
  name: 'simse',
  permissionResponse: 'session/permission_response',
  runsTools: true,

  normalize(message) {
    if (message.kind !== 'notification' && message.kind !== 'request') return message;
    if (message.method === 'session/update')
      return { ...message, params: normalizeSimseUpdate(message.params) };
    if (message.method === 'session/request_permission') {
      return { ...message, params: normalizePermission(message.params) };
    }
    return message;
  },

  newSession(request) {
    const { cwd, mcpServers } = acpDialect.newSession(request);
    return defined({ cwd, mcpServers, agent: request.agent });
  },

  prompt({ sessionId, blocks, timeoutMs }) {
    return { sessionId, prompt: blocksToText(blocks), timeoutMs };
  },

  permissionResult({ params, answer, chosenKind }) {
    const decision: OptionKind =
      answer.outcome === 'selected' ? (chosenKind ?? 'reject_once') : 'reject_once';
    return { permissionId: params['permissionId'], decision };
  },
};

function normalizeSimseUpdate(params: RpcParams): RpcParams {
  const { sessionId, update } = normalizeUpdate(params) as { sessionId: unknown; update: RpcParams };
  const isTool = update['sessionUpdate'] === 'tool_call' || update['sessionUpdate'] === 'tool_call_update';
  return { sessionId, update: isTool ? toAcpTool(update) : update };
}

/** `toolName`, `args`, `result` and `error` under the names of ACP. */
function toAcpTool({ toolName, args, result, error, ...rest }: RpcParams): RpcParams {
  const failure = textOf(error);
  return defined({
    title: toolName,
    name: toolName,
    rawInput: args,
    ...(result === undefined ? {} : { rawOutput: result, content: resultContent(result) }),
    ...(failure === undefined ? {} : { rawOutput: { error }, content: failure }),
    ...rest,
    ...(failure === undefined ? {} : { status: 'failed' }),
  });
}

function resultContent(result: unknown): unknown {
  return isRecord(result) && Array.isArray(result['content']) ? result['content'] : JSON.stringify(result);
}

function normalizePermission(params: RpcParams): RpcParams {
  const { toolName, args, description } = params;
  return {
    ...params,
    options: DECISIONS,
    toolCall: defined({
      toolCallId: idOf(params['toolCallId']),
      title: textOf(description) ?? toolName,
      name: toolName,
      rawInput: args,
    }),
  };
}
