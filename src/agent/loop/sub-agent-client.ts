import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { SessionClient } from '../client/session-client.ts';

/**
 * The client as a sub-agent sees it: what it says stays with it, and its tool calls are shown as parts of the call that it
 * works for.
 */
export function subAgentClient(client: SessionClient, parentId: string): SessionClient {
  return {
    ...client,
    async update(update, replayed = update) {
      const shown = asPart(update, parentId);
      if (shown !== null) await client.update(shown, asPart(replayed, parentId) ?? shown);
    },
  };
}

function asPart(update: SessionUpdate, parentId: string): SessionUpdate | null {
  if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return null;
  return { ...update, _meta: { ...update._meta, simse: { parentToolCallId: parentId } } };
}
