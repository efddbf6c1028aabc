import type { Elicit } from '../../core/elicitation/elicitation.ts';
import { SimseError } from '../../core/errors.ts';
import type { McpClientServices, McpHost, Sample } from '../../core/ports/mcp-host.ts';
import type { SessionMcp } from '../../core/ports/session-mcp.ts';
import type { EmitEvent, McpServerStatus } from '../../core/state/events.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { countOf } from '../../core/text/quantities.ts';
import { createShowLogIn } from './show-log-in.ts';

interface Parts {
  mcp: McpHost;
  emit: EmitEvent;
  elicit: Elicit;
  sample: Sample;
  /** Whether there is somebody to ask. */
  interactive: boolean;
  /** Opens a page in the user's browser. Rejects when there is none. */
  openUrl(url: string): Promise<void>;
}

/**
 * Joins the servers to a session: what they ask for is put to the user, what happens to them becomes events, and front ends
 * get them as a port. Disposing ends logins, then the servers.
 */
export function openSessionServers(parts: Parts): SessionMcp & AsyncDisposable {
  const { mcp, emit, elicit, sample, interactive } = parts;
  const closing = new AbortController();
  const showLogIn = createShowLogIn(parts);
  const isReady = (server: string) =>
    mcp.status().some(({ name, state }) => name === server && state === 'ready');
  // What a server that runs is doing needs its login; one that starts waits until the user asks for it.
  const logIns = interactive ? { showLogIn, mayLogIn: isReady } : {};
  // Also while there is no model: a server whose tools depend on it has the same ones in every session.
  mcp.serveClient({ elicit, sample, ...logIns });
  const stopReporting = reportServers(mcp, emit, interactive);
  return {
    ...createPort(mcp, showLogIn, closing.signal),
    async [Symbol.asyncDispose]() {
      closing.abort();
      stopReporting();
      await mcp[Symbol.asyncDispose]();
    },
  };
}

/** Turns what happens to the MCP servers into events of a session. Returns what ends that. */
function reportServers(mcp: McpHost, emit: EmitEvent, interactive: boolean): () => void {
  const hintFor = (name: string): string => {
    const server = mcp.status().find((candidate) => candidate.name === name);
    if (server?.state !== 'needs_auth' || server.hint === undefined) return '';
    const logIn = `simse mcp login ${name}`;
    // A login is nearer in the conversation itself; what else is missing, as a password, is said as it is.
    const hint = interactive ? server.hint.replace(logIn, `/mcp login ${name}`) : server.hint;
    return `. ${hint}`;
  };
  for (const server of mcp.status()) emit({ type: 'mcp_server', server });
  const stops = [
    mcp.onStatus((server) => emit({ type: 'mcp_server', server })),
    mcp.onNotice((level, source, text) =>
      emit({ type: 'notice', level, source, text: `${text}${hintFor(source)}` }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The host of a session's MCP servers for front ends: what goes wrong is told and never thrown. */
function createPort(
  mcp: McpHost,
  showLogIn: NonNullable<McpClientServices['showLogIn']>,
  signal: AbortSignal,
): SessionMcp {
  const stateOf = (server: string): string => {
    const status = mcp.status().find(({ name }) => name === server);
    return status === undefined ? `There is no MCP server ${server}.` : `${describeServer(status)}.`;
  };
  const act = (server: string, action: () => Promise<string | void>): Promise<string> =>
    told(async () => (await action()) ?? stateOf(server));

  return {
    status: () => mcp.status(),
    prompts: () => mcp.offers.prompts(),
    resources: () => mcp.offers.resources(),
    templates: () => mcp.offers.templates(),
    complete: (query, options) => mcp.offers.complete(query, options),
    recentLog: (server) => mcp.recentLog(server),
    instructions: (server) => mcp.instructions(server),
    restart: (server) => act(server, () => mcp.restart(server)),
    setEnabled: (server, enabled) => act(server, () => mcp.setEnabled(server, enabled)),
    logIn: (server) => act(server, () => mcp.logIn(server, { showLogIn }, signal)),
    logOut: (server) =>
      act(server, async () =>
        (await mcp.logOut(server)) ? `Logged out of ${server}.` : `You were not logged in to ${server}.`,
      ),
    onChange(listener) {
      const stops = [mcp.onStatus(listener), mcp.catalogue.onChange(listener), mcp.offers.onChange(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** What an action says, or why it failed. What is no SimseError is a bug, and is said to be one. */
async function told(action: () => Promise<string>): Promise<string> {
  try {
    return await action();
  } catch (thrown) {
    if (thrown instanceof SimseError) return [thrown.message, thrown.hint ?? ''].join('\n').trim();
    return `This is a bug in simse: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`;
  }
}

/** How a server is, in one sentence without a full stop. */
export function describeServer({ name, state, tools, detail }: McpServerStatus): string {
  const why = detail === undefined ? '' : `: ${cleanLine(detail)}`;
  switch (state) {
    case 'ready':
      return `${name} is ready with ${countOf(tools, 'tool')}`;
    case 'starting':
      return `${name} is starting`;
    case 'disabled':
      return `${name} is disabled`;
    case 'backing_off':
      return `${name} will be started again${why}`;
    case 'needs_auth':
      return `${name} needs a login${why}`;
    case 'failed':
      return `${name} has failed${why}`;
  }
}
