import {
  type AgentApp,
  type AgentContext,
  agent,
  type AvailableCommand,
  type ClientCapabilities,
  type InitializeResponse,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type SessionConfigOption,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { FLEETING_NOTICE, REJECTION_REASON } from '../core/rpc/own-meta.ts';
import type { AgentSessions, OpenedSession } from './agent-sessions.ts';
import { FORK, listSessions, readFork, replay } from './kept-sessions.ts';
import { availableModelCommands } from './slash-commands/model-commands.ts';
import { type CommandInfo, COMMANDS } from './plain-form/command-table.ts';

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
        throw RequestError.invalidParams(undefined, 'there is no model, and nothing to set');
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

function describeSession({ session }: OpenedSession): { configOptions?: SessionConfigOption[] } {
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
  { id: sessionId, session, notes }: OpenedSession,
  client: AgentContext,
  capabilities: ClientCapabilities,
): void {
  const availableCommands = session.model === null ? COMMANDS.map(toCommand) : availableModelCommands();
  const commands: SessionUpdate = { sessionUpdate: 'available_commands_update', availableCommands };
  const told = capabilities.session?.notices == null ? [] : notes.map(toNotice);
  setImmediate(() => {
    for (const update of [...told, commands]) {
      // Should the client be gone by then, nobody misses it.
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
