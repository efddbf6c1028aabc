import { SimseError } from '../../core/errors.ts';
import type { McpClientServices, McpHost } from '../../core/ports/mcp-host.ts';
import type { SessionMcp } from '../../core/ports/session-mcp.ts';
import { describeServer } from './describe-server.ts';

interface Parts {
  mcp: McpHost;
  /** For the logins that the user asks for. */
  showLogIn: NonNullable<McpClientServices['showLogIn']>;
  /** Aborted when the session closes. */
  signal: AbortSignal;
}

/** The host of a session's MCP servers for front ends: what goes wrong is told and never thrown. */
export function createSessionMcp({ mcp, showLogIn, signal }: Parts): SessionMcp {
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
        (await mcp.logOut(server)) ? `You are logged out of ${server}.` : `There was no login at ${server}.`,
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
