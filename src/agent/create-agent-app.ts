import {
  type AgentApp,
  type AgentContext,
  type AvailableCommand,
  agent,
  type ClientCapabilities,
  type InitializeResponse,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type SessionConfigOption,
  type SessionInfo,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { FLEETING_NOTICE, REJECTION_REASON } from '../core/rpc/own-meta.ts';
import { COMMANDS, type CommandInfo } from './command-mode/command-table.ts';
import type { AgentSessions, SessionPlace, StartedSession } from './sessions/agent-sessions.ts';
import { availableModelCommands } from './slash-commands/slash-commands.ts';

/** The agent as the protocol's methods. */
export function createAgentApp(sessions: AgentSessions, version: string): AgentApp {
  const { initialize, session } = methods.agent;
  let capabilities: ClientCapabilities = {};
  return agent({ name: 'simse' })
    .onRequest(initialize, ({ params }) => {
      capabilities = params.clientCapabilities ?? {};
      return describeAgent(version);
    })
    .onRequest(session.new, async ({ params, client }) => {
      const opened = await sessions.open(params, { client, capabilities });
      announce(opened, client, capabilities);
      return { sessionId: opened.id, ...describeSession(opened) };
    })
    .onRequest(session.load, async ({ params, client }) => {
      const opened = await sessions.reopen(params.sessionId, params, { client, capabilities });
      await replay(opened, client);
      announce(opened, client, capabilities);
      return describeSession(opened);
    })
    .onRequest(session.resume, async ({ params, client }) => {
      const opened = await sessions.reopen(params.sessionId, params, { client, capabilities });
      announce(opened, client, capabilities);
      return describeSession(opened);
    })
    .onRequest(FORK, readFork, async ({ params, client }) => {
      const opened = await sessions.fork(params.sessionId, params, { client, capabilities });
      announce(opened, client, capabilities);
      return { sessionId: opened.id, ...describeSession(opened) };
    })
    .onRequest(session.list, async ({ params }) => ({
      sessions: await listSessions(sessions, params.cwd ?? null),
    }))
    .onRequest(session.delete, async ({ params }) => {
      await sessions.delete(params.sessionId);
      return {};
    })
    .onRequest(session.setConfigOption, ({ params }) => {
      const { model } = sessions.get(params.sessionId);
      if (model === null)
        throw RequestError.invalidParams(undefined, 'no model is connected, so there is nothing to set');
      model.setOption(params.configId, params.value);
      return { configOptions: model.options() };
    })
    .onRequest(session.prompt, ({ params, signal }) =>
      sessions.get(params.sessionId).prompt(params.prompt, signal),
    )
    .onNotification(session.cancel, ({ params }) => sessions.cancel(params.sessionId))
    .onRequest(session.close, async ({ params }) => {
      await sessions.close(params.sessionId);
      return {};
    });
}

/** `fork` is not yet in the library's types. */
const SESSION_CAPABILITIES = {
  additionalDirectories: {},
  close: {},
  delete: {},
  fork: {},
  list: {},
  resume: {},
};

function describeSession({ session }: StartedSession): { configOptions?: SessionConfigOption[] } {
  return session.model === null ? {} : { configOptions: session.model.options() };
}

function describeAgent(version: string): InitializeResponse {
  return {
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: 'simse', title: 'simse built-in', version },
    agentCapabilities: {
      _meta: { [REJECTION_REASON]: true },
      loadSession: true,
      promptCapabilities: { embeddedContext: true, image: true },
      mcpCapabilities: { http: true },
      sessionCapabilities: SESSION_CAPABILITIES,
    },
    authMethods: [],
  };
}

/** Many clients drop what is said about a session before they know its id, so the answer to session/new goes first. */
function announce(
  { id: sessionId, session, notes }: StartedSession,
  client: AgentContext,
  capabilities: ClientCapabilities,
): void {
  const availableCommands = session.model === null ? COMMANDS.map(toCommand) : availableModelCommands();
  const commands: SessionUpdate = { sessionUpdate: 'available_commands_update', availableCommands };
  const notices = capabilities.session?.notices == null ? [] : notes.map(toNotice);
  setImmediate(() => {
    for (const update of [...notices, commands]) {
      // A client that is gone by then misses nothing.
      client.notify(methods.client.session.update, { sessionId, update }).catch(() => {});
    }
  });
}

function toNotice(title: string): SessionUpdate {
  return { sessionUpdate: 'notice', severity: 'warning', title, _meta: { [FLEETING_NOTICE]: true } };
}

function toCommand({ name, input, description }: CommandInfo): AvailableCommand {
  const plain = description.replaceAll('`', '');
  return { name, description: plain, ...(input === '' ? {} : { input: { hint: input } }) };
}

/** Not yet stable in the protocol, so that the library does not know it. */
const FORK = 'session/fork';

const forkRequest = z.looseObject({
  sessionId: z.string(),
  cwd: z.string(),
  additionalDirectories: z.array(z.string()).optional(),
  mcpServers: z.array(z.unknown()).optional(),
});

function readFork(params: unknown): SessionPlace & { sessionId: string } {
  // Servers are read one by one when they are connected to, as those of session/new.
  return forkRequest.parse(params) as SessionPlace & { sessionId: string };
}

/** Every kept session, newest first; the protocol's pages are not needed for what one person has. */
async function listSessions({ store }: AgentSessions, cwd: string | null): Promise<SessionInfo[]> {
  const summaries = await store.list(cwd);
  return summaries.map(({ id, cwd: folder, folders, title, updatedAt }) => ({
    sessionId: id,
    cwd: folder,
    additionalDirectories: folders,
    title,
    updatedAt: new Date(updatedAt).toISOString(),
  }));
}

/** Shows all that was seen of a session once more. */
async function replay({ id, kept }: StartedSession, client: AgentContext): Promise<void> {
  for (const update of kept?.updates ?? []) {
    await client.notify(methods.client.session.update, { sessionId: id, update });
  }
}
