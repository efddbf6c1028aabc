import type { ContentBlock } from '../../core/content.ts';
import type { OptionKind, QuestionAnswer } from '../../core/gate/gate-request.ts';
import { isRecord } from '../../core/json.ts';
import type { BackendCapabilities, BackendMcpServer } from '../../core/ports/backend.ts';
import { REJECTION_REASON } from '../../core/rpc/own-meta.ts';
import type { RpcMessage, RpcParams } from '../../core/rpc/rpc-message.ts';
import { toAcpBlock } from '../translate/content.ts';

interface SessionRequest {
  cwd: string;
  additionalDirectories: readonly string[];
  mcpServers: readonly BackendMcpServer[];
  /** The model or agent to choose. */
  agent: string | undefined;
}

interface PromptRequest {
  sessionId: string;
  blocks: readonly ContentBlock[];
  capabilities: BackendCapabilities;
  timeoutMs: number;
}

/** An answer to a permission request, in terms of the option that was chosen. */
interface PermissionReply {
  params: RpcParams;
  answer: QuestionAnswer;
  chosenKind: OptionKind | undefined;
}

/** The words in which an agent speaks. Everything behind it knows only those of ACP v1. Pure. */
export interface Dialect {
  readonly name: 'acp' | 'simse';
  /** One message from the agent in the words of ACP v1, with the deviations seen in the wild put right. */
  normalize(message: RpcMessage): RpcMessage;
  newSession(request: SessionRequest): RpcParams;
  prompt(request: PromptRequest): RpcParams;
  /** The result of `session/request_permission`. */
  permissionResult(reply: PermissionReply): RpcParams;
  /** The notification that answers a permission request which came as a notification; null where there is none. */
  readonly permissionResponse: string | null;
  /** Whether simse runs the tools that the agent announces, and goes on by itself after `tool_use`. */
  readonly runsTools: boolean;
}

/** The public Agent Client Protocol, version 1. */
export const acpDialect: Dialect = {
  name: 'acp',
  permissionResponse: null,
  runsTools: false,

  normalize(message) {
    if (message.kind !== 'notification' && message.kind !== 'request') return message;
    if (message.method !== 'session/update' || isAsSpecified(message.params)) return message;
    return { ...message, params: normalizeUpdate(message.params) };
  },

  newSession({ cwd, additionalDirectories, mcpServers }) {
    const extra =
      additionalDirectories.length === 0 ? {} : { additionalDirectories: [...additionalDirectories] };
    return { cwd, mcpServers: mcpServers.map(toWireServer), ...extra };
  },

  prompt({ sessionId, blocks, capabilities }) {
    return { sessionId, prompt: blocks.map((block) => toAcpBlock(block, capabilities)) };
  },

  permissionResult({ answer }) {
    if (answer.outcome === 'cancelled') return { outcome: { outcome: 'cancelled' } };
    const { optionId, reason } = answer;
    return {
      outcome: { outcome: 'selected', optionId },
      ...(reason === undefined ? {} : { _meta: { [REJECTION_REASON]: reason } }),
    };
  },
};

/** Nearly all updates are, and they come by the thousand. */
function isAsSpecified({ update }: RpcParams): boolean {
  return isRecord(update) && update['sessionUpdate'] !== 'current_mode_update';
}

/** The update belongs under `update`; some agents put its fields beside `sessionId`. */
export function normalizeUpdate(params: RpcParams): RpcParams {
  const { sessionId, update, ...rest } = params;
  const fields = isRecord(update) ? update : rest;
  return { sessionId, update: renameFields(fields) };
}

/** The mode is `currentModeId` in the schema, but `modeId` in the specification's own example. */
function renameFields(update: RpcParams): RpcParams {
  if (update['sessionUpdate'] !== 'current_mode_update' || update['currentModeId'] !== undefined)
    return update;
  return { ...update, currentModeId: update['modeId'] };
}

function toWireServer(server: BackendMcpServer): RpcParams {
  if (server.transport === 'stdio') {
    const { name, command, args, env } = server;
    return { name, command, args, env: toPairs(env) };
  }
  const { transport, name, url, headers } = server;
  return { type: transport, name, url, headers: toPairs(headers) };
}

function toPairs(record: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }));
}
