import { setTimeout as delay } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { ToolCatalogue } from '../../core/ports.ts';
import type { BridgeContext } from './bridge-context.ts';
import { serveCompletions } from './serve-completions.ts';
import { serveHandshake } from './serve-handshake.ts';
import { servePrompts } from './serve-prompts.ts';
import { serveResources } from './serve-resources.ts';
import { serveSubscriptions } from './serve-subscriptions.ts';
import { serveTools } from './serve-tools.ts';
import { tellChanges } from './tell-changes.ts';

/** How long an agent waits for servers that still start: most give up on an MCP server after ten seconds. */
const READY_WAIT_MS = 5000;

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
  const ready = createReadiness(context.servers.catalogue);
  serveHandshake(server, context, CAPABILITIES, ready);
  serveTools(server, context, ready);
  servePrompts(server, context, ready);
  serveResources(server, context, ready);
  serveCompletions(server, context);
  const endSubscriptions = serveSubscriptions(server, context);

  let stopTelling = (): void => {};
  server.oninitialized = () => {
    stopTelling();
    stopTelling = tellChanges(server, context);
  };
  server.onclose = () => {
    stopTelling();
    void endSubscriptions();
  };
  return server;
}

/** Starts the servers when they are first needed. Waits for them then and at no other time. */
function createReadiness(catalogue: ToolCatalogue): () => Promise<void> {
  let ready: Promise<void> | undefined;
  return () => {
    ready ??= Promise.race([catalogue.ready(), delay(READY_WAIT_MS, undefined, { ref: false })]);
    return ready;
  };
}
