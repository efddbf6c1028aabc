import { BRIDGE_TOOLS } from '../core/text/tool-names.ts';
import { resolvePath } from '../platform/resolve-path.ts';
import type { AcpTurn, OpeningSession } from './sessions/acp-session.ts';
import { createActivity } from './sessions/activity.ts';
import type { AgentContext } from './sessions/agent-context.ts';
import { createApprovals } from './sessions/approvals.ts';
import { createOversight } from './sessions/oversight.ts';
import { createSessionSettings } from './sessions/session-settings.ts';
import { createTerminals } from './sessions/terminals.ts';
import { createCallMemory, createPlanMemory } from './sessions/update-memory.ts';
import { toClaim } from './translate/claim.ts';
import { takeUpdate } from './turn/take-update.ts';

export function createAcpSession(agent: AgentContext, cwd: string): OpeningSession {
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

function newTurn(isRunning: boolean): AcpTurn {
  return { cancelled: new AbortController(), isRunning, said: '', toolRuns: [] };
}
