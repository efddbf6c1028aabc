import type { BackendCapabilities } from '../../../core/ports/backend.ts';
import type { SessionFacts } from '../../../core/ports/session.ts';
import type { RuleInEffect } from '../../../core/ports/session-permissions.ts';
import { modeInForce } from '../../../core/state/mode-in-force.ts';
import type { SessionState } from '../../../core/state/session-state.ts';
import { usageText } from '../../../core/state/usage.ts';
import { cleanLine } from '../../../core/text/clean-text.ts';
import { countOf } from '../../../core/text/quantities.ts';
import { type Fact, factRows, sectionRows } from '../detail-rows.ts';
import { RULES, type Source, valueOf } from '../panel-feed.ts';
import { type PanelSources, type TextPage } from '../panel-page.ts';
import { valueName } from './config-panel.ts';

/** `/status`: what this session is, what answers in it, and what it stands on. */
export function statusPanel({ session, loads }: PanelSources): TextPage {
  const source = factsOf(session);
  const facts = valueOf(loads.of(source));
  const rules = valueOf(loads.of(RULES));
  return {
    kind: 'text',
    title: 'Status',
    note: cleanLine(session.title ?? ''),
    needs: [source, RULES],
    rows: (columns) => [
      ...factRows(sessionFacts(session, rules), columns),
      ...sectionRows('Agent', factRows(backendFacts(session, facts), columns)),
      ...sectionRows('MCP servers', factRows(serverFacts(session), columns)),
      ...sectionRows('Files', factRows(fileFacts(facts), columns)),
    ],
  };
}

/** Another backend can do other things. */
function factsOf({ backend, backendState }: SessionState): Source<SessionFacts> {
  return {
    key: `facts of ${backend} ${backendState}`,
    family: 'facts',
    load: (session) => Promise.resolve(session.facts()),
  };
}

function sessionFacts(session: SessionState, rules: readonly RuleInEffect[] | null): Fact[] {
  const own = rules?.filter(({ isOfSession }) => isOfSession).length ?? 0;
  const counted = rules === null ? '' : countOf(rules.length, 'rule');
  return [
    { name: 'session', value: session.sessionId },
    { name: 'directory', value: session.cwd },
    { name: 'mode', value: modeFact(session) },
    { name: 'permissions', value: own === 0 ? counted : `${counted}, ${own} of this session` },
    { name: 'context', value: usageText(session) },
  ];
}

function modeFact(session: SessionState): string {
  const { mode, agents } = modeInForce(session);
  return agents === null ? mode : `${mode}, by ${session.backend}'s own ${cleanLine(agents.name)}`;
}

const STATES = { none: 'not started', starting: 'starts', ready: 'ready', exited: 'has ended' } as const;

function backendFacts(session: SessionState, facts: SessionFacts | null): Fact[] {
  const { agent, backend, backendState, configOptions } = session;
  const known = [agent?.title ?? agent?.name ?? '', agent?.version ?? ''].filter((part) => part !== '');
  return [
    { name: 'name', value: `${backend}, ${STATES[backendState]}` },
    { name: 'agent', value: cleanLine(known.join(' ')) },
    { name: 'can', value: facts?.capabilities ? capabilityNames(facts.capabilities).join(', ') : '' },
    ...configOptions.map((option) => ({ name: cleanLine(option.name), value: valueName(option) })),
  ];
}

const CAPABILITIES: Readonly<Record<keyof BackendCapabilities, string>> = {
  image: 'take images',
  audio: 'take audio',
  embeddedContext: 'take files',
  resumeSession: 'resume sessions',
  loadSession: 'load sessions',
  forkSession: 'fork sessions',
  listSessions: 'list sessions',
  deleteSession: 'delete sessions',
  archiveSession: 'archive sessions',
  steering: 'take prompts while a turn runs',
  mcpHttp: 'MCP over HTTP',
  logout: 'log out',
};

function capabilityNames(capabilities: BackendCapabilities): string[] {
  const names = Object.keys(CAPABILITIES) as (keyof BackendCapabilities)[];
  return names.filter((name) => capabilities[name]).map((name) => CAPABILITIES[name]);
}

function serverFacts({ mcp }: SessionState): Fact[] {
  return mcp.map(({ name, state, tools }) => ({
    name,
    value: state === 'ready' ? countOf(tools, 'tool') : state.replace('_', ' '),
    ...(state === 'failed' || state === 'needs_auth' ? { style: 'warning' as const } : {}),
  }));
}

function fileFacts(facts: SessionFacts | null): Fact[] {
  if (facts === null) return [];
  const [, ...added] = facts.roots;
  return [
    { name: 'recorded in', value: facts.recordDir },
    ...facts.configFiles.map((value, index) => ({ name: index === 0 ? 'config' : '', value })),
    ...added.map((value, index) => ({ name: index === 0 ? 'also in' : '', value })),
  ];
}
