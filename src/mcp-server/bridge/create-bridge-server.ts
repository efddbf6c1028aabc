import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { BridgeContext } from './bridge-context.ts';
import { serveCompletions } from './serve-completions.ts';
import { serveHandshake } from './serve-handshake.ts';
import { servePrompts } from './serve-prompts.ts';
import { serveResources } from './serve-resources.ts';
import { serveSubscriptions } from './serve-subscriptions.ts';
import { serveTools } from './serve-tools.ts';
import { tellChanges } from './tell-changes.ts';

/** All of them always, since servers come and go while an agent only hears of this once. */
const CAPABILITIES = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
};

/** An MCP server over the user's servers, for one connection of one agent. */
export function createBridgeServer(context: BridgeContext): Server {
  const server = new Server({ name: 'simse', version: context.version }, { capabilities: CAPABILITIES });
  const agent = context.arrivals.begin();
  serveHandshake(server, context, CAPABILITIES, agent);
  serveTools(server, context, agent);
  servePrompts(server, context, agent);
  serveResources(server, context, agent);
  serveCompletions(server, context);
  const endSubscriptions = serveSubscriptions(server, context);

  let stopTelling = (): void => {};
  server.oninitialized = () => {
    stopTelling();
    stopTelling = tellChanges(server, context);
  };
  server.onclose = () => {
    agent.end();
    stopTelling();
    void endSubscriptions();
  };
  return server;
}
