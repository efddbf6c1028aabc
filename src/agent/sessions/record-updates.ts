import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { SessionClient } from '../client/session-client.ts';

type Chunk = Extract<SessionUpdate, { sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk' }>;
type Call = Extract<SessionUpdate, { sessionUpdate: 'tool_call' }>;

export interface RecordedClient {
  client: SessionClient;
  /** Records what is still open, at the end of a turn. */
  settle(): void;
}

/**
 * The client, with what it is shown recorded for a replay: texts whole, each tool call once with how it ended. A terminal is
 * not there any more when a session is replayed, so what replaces it then comes from the tool that shows it.
 */
export function recordUpdates(
  client: SessionClient,
  record: (update: SessionUpdate) => void,
): RecordedClient {
  let open: Chunk | null = null;
  const calls = new Map<string, Call>();

  const closeText = (): void => {
    if (open !== null) record(open);
    open = null;
  };
  const addChunk = (chunk: Chunk): void => {
    const joined = joinChunks(open, chunk);
    if (joined === null) closeText();
    open = joined ?? chunk;
  };
  const note = (update: SessionUpdate): void => {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
      case 'agent_thought_chunk':
        return addChunk(update);
      case 'tool_call':
        closeText();
        return void calls.set(update.toolCallId, update);
      case 'tool_call_update': {
        const call = calls.get(update.toolCallId);
        if (call === undefined) return;
        const merged = { ...call, ...update, sessionUpdate: 'tool_call' } as Call;
        calls.set(update.toolCallId, merged);
        if (update.status !== 'completed' && update.status !== 'failed') return;
        calls.delete(update.toolCallId);
        return record(merged);
      }
      case 'plan':
      case 'user_message_chunk':
        closeText();
        return record(update);
      default:
    }
  };
  return {
    client: {
      ...client,
      async update(update, replayed = update) {
        note(replayed);
        await client.update(update);
      },
    },
    settle() {
      closeText();
      for (const call of calls.values()) record({ ...call, status: 'failed' });
      calls.clear();
    },
  };
}

function joinChunks(open: Chunk | null, chunk: Chunk): Chunk | null {
  if (open === null || open.sessionUpdate !== chunk.sessionUpdate) return null;
  if (open.content.type !== 'text' || chunk.content.type !== 'text') return null;
  return { ...open, content: { type: 'text', text: open.content.text + chunk.content.text } };
}
