import { blockToText } from '../core/content.ts';
import type { SessionEvent } from '../core/events.ts';
import { resolvePath } from '../platform/resolve-path.ts';
import { createActivity } from './activity.ts';
import type { AgentContext } from './agent-context.ts';
import type { AgentSession, Turn } from './agent-session.ts';
import { createApprovals } from './approvals.ts';
import { createCallMemory } from './call-memory.ts';
import { runToolCall } from './run-tool-call.ts';
import { createSessionSettings } from './session-settings.ts';
import { createTerminals } from './terminals.ts';
import { translateUpdate } from './translate/update.ts';

const EXCERPT_CHARS = 500;

/** A session that is not open yet. */
export interface OpeningSession extends AgentSession {
  setId(id: string): void;
  /** While the agent tells of what was before: only what holds now is taken. */
  isReplaying: boolean;
}

/** What an update says of the session as it is now, not of what happened in it. */
const OF_NOW: ReadonlySet<SessionEvent['type']> = new Set(['commands', 'title', 'usage']);

export function createAgentSession(agent: AgentContext, cwd: string): OpeningSession {
  const { client, identity, dialect } = agent;
  const calls = createCallMemory();
  let id = '';
  let turn = newTurn(false);

  const session: OpeningSession = {
    isReplaying: false,
    setId(given) {
      id = given;
    },
    get id() {
      return id;
    },
    get turn() {
      return turn;
    },
    cwd,
    agent,
    calls,
    activity: createActivity(calls.isRunning),
    approvals: createApprovals(cwd),
    settings: createSessionSettings(agent, () => id),
    terminals: createTerminals(client.emit),
    beginTurn() {
      calls.clear();
      session.approvals.endTurn();
      turn = newTurn(true);
      return turn;
    },
    receive(update) {
      session.activity.touch();
      if (session.settings.update(update)) return;
      const events = translateUpdate(update);
      if (events === null) client.log(`unknown update: ${JSON.stringify(update).slice(0, EXCERPT_CHARS)}`);
      if (session.isReplaying) return takeOfNow(events ?? []);
      for (const event of events ?? []) take(event);
      if (dialect.runsTools && isToolRequest(update)) turn.toolRuns.push(runToolCall(session, update));
    },
    resolve: (path) => resolvePath(path, cwd),
    authorize(request, context) {
      const alreadyAllowed = session.approvals.take(request);
      return client.gate.authorize(request, {
        askedBy: identity.name,
        ...context,
        ...(alreadyAllowed && { alreadyAllowed }),
      });
    },
  };

  const take = (event: SessionEvent): void => {
    if (event.type === 'tool_call') calls.merge(event.call);
    if (event.type === 'message_chunk') {
      // Some agents repeat the prompt while they work on it.
      if (event.role === 'user' && turn.isRunning) return;
      const text = blockToText(event.content);
      if (agent.quirks.chatter?.test(text) === true) return client.log(text);
      if (event.role === 'agent' && dialect.runsTools) turn.said += text;
    }
    client.emit(inContext(event, agent));
  };

  const takeOfNow = (events: readonly SessionEvent[]): void => {
    for (const event of events) if (OF_NOW.has(event.type)) take(event);
  };

  return session;
}

function newTurn(isRunning: boolean): Turn {
  return { cancelled: new AbortController(), isRunning, said: '', toolRuns: [] };
}

/** A call that is announced as running or done is one that the agent makes itself. */
function isToolRequest(update: Record<string, unknown>): boolean {
  return update['sessionUpdate'] === 'tool_call' && (update['status'] ?? 'pending') === 'pending';
}

/** What a translation cannot know: who the notice is from, and which commands make no sense here. */
function inContext(event: SessionEvent, { identity, quirks }: AgentContext): SessionEvent {
  if (event.type === 'notice') return { ...event, source: identity.name };
  if (event.type !== 'commands') return event;
  const { hiddenCommands = [] } = quirks;
  return { ...event, commands: event.commands.filter(({ name }) => !hiddenCommands.includes(name)) };
}
