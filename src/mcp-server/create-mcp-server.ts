import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { ServerCapabilities } from '@modelcontextprotocol/sdk/types.js';
import type { ServerFeatures } from './features.ts';
import type { Connection } from './serve/connection.ts';
import { serveCompletions } from './serve/serve-completions.ts';
import { serveLogging } from './serve/serve-logging.ts';
import { servePrompts } from './serve/serve-prompts.ts';
import { serveResources } from './serve/serve-resources.ts';
import { serveRoots } from './serve/serve-roots.ts';
import { serveTools } from './serve/serve-tools.ts';

export interface McpServerOptions {
  version: string;
  features: ServerFeatures;
  /** Takes what clients log, one line each, with the client's name. */
  onClientLog(line: string): void;
}

/**
 * `roots` and `resourceTemplates` are what simse's specification has a server declare; clients of the protocol pass over
 * capabilities that they do not know.
 */
const CAPABILITIES: ServerCapabilities & Record<string, unknown> = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: {},
  completions: {},
  logging: {},
  roots: { listChanged: false },
  resourceTemplates: {},
};

/** An MCP server over the features, for one connection. */
export function createMcpServer({ version, features, onClientLog }: McpServerOptions): Server {
  const { instructions } = features;
  const server = new Server(
    { name: 'simse', title: 'simse', version },
    { capabilities: CAPABILITIES, instructions },
  );
  const connection: Connection = { server, features, logLevel: 'info', onClientLog };
  serveTools(connection);
  serveLogging(connection);
  serveRoots(connection);
  servePrompts(connection);
  serveCompletions(connection);
  const stops = [
    serveResources(connection),
    // A client that has gone needs no news.
    features.onToolsChanged(() => void server.sendToolListChanged().catch(() => {})),
  ];
  server.onclose = () => {
    for (const stop of stops) stop();
  };
  return server;
}
