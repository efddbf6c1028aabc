import { isRecord } from '../../core/json.ts';
import type { BackendMcpServer } from '../../core/ports/backend.ts';
import { REJECTION_REASON } from '../../core/rpc/own-meta.ts';
import type { RpcParams } from '../../core/rpc/rpc-message.ts';
import { toAcpBlock } from '../translate/content.ts';
import type { Dialect } from './dialect.ts';

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
