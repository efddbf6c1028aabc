import { blocksToText, type ContentBlock } from '../../core/content.ts';
import { messageOf } from '../../core/errors.ts';
import { idOf, type JsonObject, recordOf, textOf } from '../../core/json.ts';
import type { ToolResult } from '../../core/ports/catalogue.ts';
import type { RpcParams } from '../../core/rpc/rpc-message.ts';
import type { ToolStatus } from '../../core/tool-call.ts';
import type { AcpSession, CallOutcome } from '../sessions/acp-session.ts';
import { EVERY_BLOCK, toAcpBlock } from '../translate/content.ts';

interface Call {
  toolCallId: string;
  toolName: string;
  args: JsonObject;
}

/**
 * Runs a tool of the catalogue that an agent of the simse dialect asked for, once the gate has let it pass, and reports
 * `in_progress` and `completed` to the agent and to the screen. Never rejects: what fails is an outcome.
 */
export async function runRequestedTool(session: AcpSession, update: RpcParams): Promise<CallOutcome> {
  const call = readCall(update);
  const { toolCallId, toolName } = call;
  const release = session.activity.hold();
  try {
    const { content, structuredContent, isError } = await callGated(session, call);
    show(session, toolCallId, isError ? 'failed' : 'completed', content);
    if (isError) return tellError(session, call, blocksToText(content));
    const blocks = content.map((block) => toAcpBlock(block, EVERY_BLOCK));
    const result = { content: blocks, ...(structuredContent === undefined ? {} : { structuredContent }) };
    tell(session, toolCallId, { status: 'completed', result });
    return { toolCallId, toolName, result };
  } catch (error) {
    const text = messageOf(error);
    show(session, toolCallId, 'failed', [{ type: 'text', text }]);
    return tellError(session, call, text);
  } finally {
    release();
  }
}

async function callGated(session: AcpSession, { toolCallId, toolName, args }: Call): Promise<ToolResult> {
  const { catalogue } = session.agent.client;
  const { signal } = session.turn.cancelled;
  await catalogue.ready();
  if (catalogue.find(toolName) === undefined) throw new Error(`there is no tool ${toolName}`);
  if (session.approvals.isRejected(toolName))
    throw new Error('denied: you rejected this tool for this session');
  const verdict = await session.authorize({ kind: 'tool', tool: toolName, args }, { toolCallId, signal });
  if (!verdict.allowed) throw new Error(`denied: ${verdict.reason}`);
  show(session, toolCallId, 'in_progress');
  tell(session, toolCallId, { status: 'in_progress' });
  return catalogue.call(toolName, args, { signal, toolCallId });
}

function readCall(update: RpcParams): Call {
  return {
    toolCallId: idOf(update['toolCallId']) ?? '',
    toolName: textOf(update['name']) ?? '',
    args: recordOf(update['rawInput']) as JsonObject,
  };
}

function tellError(session: AcpSession, { toolCallId, toolName }: Call, error: string): CallOutcome {
  tell(session, toolCallId, { status: 'completed', error });
  return { toolCallId, toolName, error };
}

/** To the agent. */
function tell(session: AcpSession, toolCallId: string, fields: RpcParams): void {
  const { id: sessionId, agent } = session;
  agent.peer.notify('session/update', {
    sessionId,
    sessionUpdate: 'tool_call_update',
    toolCallId,
    ...fields,
  });
}

/** To the screen. */
function show(session: AcpSession, id: string, status: ToolStatus, blocks?: readonly ContentBlock[]): void {
  const content = blocks?.map((block) => ({ type: 'content' as const, block }));
  session.agent.client.emit({ type: 'tool_call', call: { id, status, ...(content && { content }) } });
}
