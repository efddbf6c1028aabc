import { randomUUID } from 'node:crypto';
import { isAbsolute, join } from 'node:path';
import {
  type AgentContext,
  type ClientCapabilities,
  type McpServer,
  RequestError,
} from '@agentclientprotocol/sdk';
import { SimseError } from '../../core/errors.ts';
import { INTERNAL_ERROR } from '../../core/rpc/rpc-message.ts';
import { createSessionClient } from '../client/session-client.ts';
import { createModelSource, type ModelSource } from '../model/model-source.ts';
import type { ModelSettings } from '../model/provider.ts';
import type { AgentLibrary } from '../tools/library.ts';
import { type OpenSession, openAgentSession, type SessionParts } from './open-session.ts';
import type { KeptSession, SessionRecord } from './session-record.ts';
import { type AgentSessionStore, createAgentSessionStore } from './session-store.ts';

const NO_MODEL =
  'No model is connected, so only plain commands work: `help` lists them. To connect one, set a key such as ANTHROPIC_API_KEY, start a local model server, or use --agent-command "<cmd>".';

export interface AgentOptions {
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  /** What the user says about models. */
  models: ModelSettings;
  /** Where conversations and what files held before they were changed are kept. */
  dataDir: string;
  library: AgentLibrary | null;
}

/** Where a session works, and with what. */
export interface SessionPlace {
  cwd: string;
  additionalDirectories?: string[];
  mcpServers?: readonly McpServer[];
}

/** The client on the other end, and what it can. */
export interface SessionPeer {
  client: AgentContext;
  capabilities: ClientCapabilities;
}

export interface StartedSession {
  id: string;
  session: OpenSession;
  kept: KeptSession | null;
  /** What the user should know of it at once. */
  notes: readonly string[];
}

/** The sessions of one connection, and those that are kept. What rejects does so with a RequestError. */
export class AgentSessions implements AsyncDisposable {
  readonly store: AgentSessionStore;
  readonly #identity: AgentOptions;
  readonly #source: ModelSource;
  readonly #open = new Map<string, OpenSession>();

  constructor(identity: AgentOptions) {
    this.#identity = identity;
    const { env, models, dataDir } = identity;
    this.#source = createModelSource({ env, settings: models, dataDir });
    this.store = createAgentSessionStore(join(identity.dataDir, 'agent', 'sessions'));
  }

  get(id: string): OpenSession {
    const session = this.#open.get(id);
    if (session === undefined) throw RequestError.sessionNotFound(id);
    return session;
  }

  /** Of a session that is closed by now nothing is left to cancel. */
  cancel(id: string): void {
    this.#open.get(id)?.cancel();
  }

  async open(place: SessionPlace, peer: SessionPeer): Promise<StartedSession> {
    const id = randomUUID();
    return this.#start(id, place, peer, { log: this.store.create(id, placeOf(place)), kept: null });
  }

  /** Goes on with a kept session. */
  async reopen(id: string, place: SessionPlace, peer: SessionPeer): Promise<StartedSession> {
    placeOf(place);
    await this.#end(id);
    const opened = await this.store.open(id).catch((error) => rethrow(error, id));
    return this.#start(id, place, peer, opened);
  }

  /** Begins a session with what was said in another, which stays as it is. */
  async fork(from: string, place: SessionPlace, peer: SessionPeer): Promise<StartedSession> {
    const kept = await this.store.read(from).catch((error) => rethrow(error, from));
    const id = randomUUID();
    const log = this.store.create(id, placeOf(place));
    for (const record of recordsOf(kept)) log.record(record);
    await log.flush();
    return this.#start(id, place, peer, { log, kept });
  }

  async close(id: string): Promise<void> {
    this.get(id);
    await this.#end(id);
  }

  /** For good; also one that is not open. */
  async delete(id: string): Promise<void> {
    await this.#end(id);
    await this.store.delete(id).catch((error) => rethrow(error, id));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.#end(id)));
    await this.#source[Symbol.asyncDispose]();
  }

  async #start(id: string, place: SessionPlace, peer: SessionPeer, opened: Opened): Promise<StartedSession> {
    const { cwd, additionalDirectories: folders = [], mcpServers = [] } = place;
    const client = createSessionClient(id, peer.client, peer.capabilities);
    const source = this.#source;
    const session = await openAgentSession({
      ...this.#identity,
      ...opened,
      settings: this.#identity.models,
      cwd,
      folders,
      mcpServers,
      client,
      source,
    });
    this.#open.set(id, session);
    return { id, session, kept: opened.kept, notes: await this.#notesOf(id, session) };
  }

  /** Who asked for one provider and cannot have it is not served by anything else. */
  async #notesOf(id: string, { model }: OpenSession): Promise<string[]> {
    const notes = [...this.#source.notes()];
    if (model !== null) return notes;
    if (this.#identity.models.oneOff === undefined) return [NO_MODEL, ...notes];
    await this.#end(id);
    throw new RequestError(INTERNAL_ERROR, notes.join(' '));
  }

  async #end(id: string): Promise<void> {
    const session = this.#open.get(id);
    this.#open.delete(id);
    await session?.[Symbol.asyncDispose]();
  }
}

type Opened = Pick<SessionParts, 'log' | 'kept'>;

function placeOf({ cwd, additionalDirectories: folders = [] }: SessionPlace): {
  cwd: string;
  folders: string[];
} {
  if ([cwd, ...folders].every((folder) => isAbsolute(folder))) return { cwd, folders };
  throw RequestError.invalidParams(undefined, 'the session needs absolute paths');
}

/** A session as a log of its own. */
function recordsOf({ title, choice, messages, updates, turns, cost }: KeptSession): SessionRecord[] {
  return [
    ...(title === null ? [] : [{ type: 'title' as const, title }]),
    ...(choice === null ? [] : [{ type: 'choice' as const, ...choice }]),
    { type: 'said', messages },
    ...updates.map((update) => ({ type: 'shown' as const, update })),
    ...turns.map((turn, index) => ({ type: 'turn' as const, index, turn })),
    { type: 'cost', cost },
  ];
}

function rethrow(error: unknown, id: string): never {
  if (!(error instanceof SimseError)) throw error;
  if (error.code === 'no_session') throw RequestError.sessionNotFound(id);
  throw RequestError.internalError(undefined, error.message);
}
