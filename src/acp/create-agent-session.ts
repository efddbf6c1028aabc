import { BRIDGE_TOOLS } from '../core/text/tool-names.ts';
import { resolvePath } from '../platform/resolve-path.ts';
import { createActivity } from './activity.ts';
import type { AgentContext } from './agent-context.ts';
import type { AgentSession, Turn } from './agent-session.ts';
import { createApprovals } from './approvals.ts';
import { createCallMemory } from './call-memory.ts';
import { createOversight } from './oversight.ts';
import { createPlanMemory } from './plan-memory.ts';
import { createSessionSettings } from './session-settings.ts';
import { takeUpdate } from './take-update.ts';
import { createTerminals } from './terminals.ts';
import { toClaim } from './translate/claim.ts';

/** A session that is not open yet. */
export interface OpeningSession extends AgentSession {
  setId(id: string): void;
  /** While the agent tells of what was before: only what holds now is taken. */
  isReplaying: boolean;
}

export function createAgentSession(agent: AgentContext, cwd: string): OpeningSession {
  const { client, identity } = agent;
  const calls = createCallMemory();
  let id = '';
  let turn = newTurn(false);

  const session: OpeningSession = {
    get id() {
      return id;
    },
    setId(given) {
      id = given;
    },
    get turn() {
      return turn;
    },
    isReplaying: false,
    cwd,
    agent,
    calls,
    plan: createPlanMemory(),
    activity: createActivity(calls.isRunning),
    approvals: createApprovals(resolvePath(cwd, cwd).real),
    oversight: createOversight({
      toClaim: (call) => toClaim(call, session.resolve),
      mayPass: client.gate.mayPass,
      chosenMode: () => session.settings.chosenMode(),
      isOwnTerminal: (terminalId) => session.terminals.has(terminalId),
      ownTools: () => [...BRIDGE_TOOLS, ...client.catalogue.list().map(({ name }) => name)],
    }),
    settings: createSessionSettings(agent, () => id),
    terminals: createTerminals(client.emit),
    beginTurn() {
      calls.clear();
      session.approvals.endTurn();
      session.oversight.beginTurn();
      turn = newTurn(true);
      return turn;
    },
    receive: (update) => takeUpdate(session, update),
    resolve: (path) => resolvePath(path, cwd),
    async authorize(request, context) {
      const tool = request.kind === 'tool' ? client.catalogue.find(request.tool) : undefined;
      if (tool?.change !== undefined) session.approvals.forget(tool.name);
      const alreadyAllowed = session.approvals.take(request);
      const verdict = await client.gate.authorize(request, {
        askedBy: identity.name,
        ...context,
        ...(alreadyAllowed && { alreadyAllowed }),
      });
      if (verdict.allowed) session.oversight.allowed(request);
      return verdict;
    },
  };
  return session;
}

function newTurn(isRunning: boolean): Turn {
  return { cancelled: new AbortController(), isRunning, said: '', toolRuns: [] };
}
