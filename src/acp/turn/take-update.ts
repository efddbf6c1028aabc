import { blockToText } from '../../core/content.ts';
import type { RpcParams } from '../../core/rpc/rpc-message.ts';
import type { SessionEvent } from '../../core/state/events.ts';
import type { ToolCallPatch } from '../../core/tool-call.ts';
import type { AcpSession, OpeningSession } from '../sessions/acp-session.ts';
import type { AgentContext } from '../sessions/agent-context.ts';
import { withTextArguments } from '../translate/tool-call.ts';
import { translateUpdate } from '../translate/update.ts';
import { runRequestedTool } from './run-requested-tool.ts';

const EXCERPT_CHARS = 500;
/** What is about settings, which build on what the session has. */
const SETTINGS_UPDATES: ReadonlySet<unknown> = new Set(['config_option_update', 'current_mode_update']);

/** What an update says of the session as it is now, not of what happened in it. */
const OF_NOW: ReadonlySet<SessionEvent['type']> = new Set(['commands', 'title', 'usage']);

/** Takes the `update` of a `session/update` into events. Never throws. */
export function takeUpdate(session: OpeningSession, update: RpcParams): void {
  const { client, dialect } = session.agent;
  session.activity.touch();
  if (SETTINGS_UPDATES.has(update['sessionUpdate'])) return session.settings.update(update);
  const events = translateUpdate(completed(session, update));
  if (events === null) client.log(`unknown update: ${JSON.stringify(update).slice(0, EXCERPT_CHARS)}`);
  for (const event of events ?? []) {
    if (!session.isReplaying || OF_NOW.has(event.type)) takeEvent(session, event);
  }
  if (dialect.runsTools && isToolRequest(update))
    session.turn.toolRuns.push(runRequestedTool(session, update));
}

/** With what the agent leaves out, or says in a place of its own. */
function completed({ agent, plan }: OpeningSession, update: RpcParams): RpcParams {
  const kind = update['sessionUpdate'];
  if (kind === 'plan') return plan.complete(update);
  const isCall = kind === 'tool_call' || kind === 'tool_call_update';
  return isCall && agent.quirks.argumentsAsText === true ? withTextArguments(update) : update;
}

function takeEvent(session: OpeningSession, event: SessionEvent): void {
  const { agent, turn } = session;
  if (event.type === 'tool_call') return takeToolCall(session, event.call);
  if (event.type === 'message_chunk') {
    // Some agents repeat the prompt while they work on it.
    if (event.role === 'user' && turn.isRunning) return;
    const text = blockToText(event.content);
    if (agent.quirks.chatter?.test(text) === true) return agent.client.log(text);
    if (event.role === 'agent' && agent.dialect.runsTools) turn.said += text;
  }
  agent.client.emit(inContext(event, agent));
}

function takeToolCall({ agent, calls, oversight }: AcpSession, call: ToolCallPatch): void {
  const notAsked = oversight.isUnasked(calls.merge(call));
  const told = notAsked ? { ...call, notAsked } : call;
  if (notAsked) calls.merge(told);
  agent.client.emit({ type: 'tool_call', call: told });
}

/** A call that is announced as running or done is one that the agent makes itself. */
function isToolRequest(update: RpcParams): boolean {
  return update['sessionUpdate'] === 'tool_call' && (update['status'] ?? 'pending') === 'pending';
}

/** What a translation cannot know: who the notice is from, and which commands make no sense here. */
function inContext(event: SessionEvent, { identity, quirks }: AgentContext): SessionEvent {
  if (event.type === 'notice') return { ...event, source: identity.name };
  if (event.type !== 'commands') return event;
  const { hiddenCommands = [] } = quirks;
  return { ...event, commands: event.commands.filter(({ name }) => !hiddenCommands.includes(name)) };
}
