import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  type ClientApp,
  type ClientCapabilities,
  type ClientConnection,
  type ContentBlock,
  client,
  type InitializeResponse,
  type McpServer,
  methods,
  ndJsonStream,
  type PromptResponse,
  RequestError,
  type RequestPermissionRequest,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { onTestFinished } from 'vitest';
import { runAgent } from '../../src/agent/run-agent.ts';
import type { AgentLibrary } from '../../src/agent/tools/library.ts';
import { REJECTION_REASON } from '../../src/core/rpc/own-meta.ts';
import { runTerminal, type Terminal } from '../../src/platform/run-terminal.ts';
import { tempDir } from '../helpers/temp-dir.ts';

/** Stands before every request of the agent's: says no by throwing, and may take its time. */
type Guard = (what: { path?: string; command?: string }) => void | Promise<void>;

export interface ClientOptions {
  cwd: string;
  capabilities?: ClientCapabilities;
  additionalDirectories?: string[];
  mcpServers?: McpServer[];
  guard?: Guard;
  /** The option chosen for every permission request; a promise is a user who thinks about it. */
  choose?: string | Promise<string>;
  /** Said with that option. */
  reason?: string;
  /** Added to the agent's environment. */
  env?: Record<string, string>;
  /** Where the agent keeps its sessions, which outlive it. */
  dataDir?: string;
  /** The user's library. */
  library?: AgentLibrary;
  /** Instead of the agent in this process. */
  transport?: { stdin: Writable; stdout: Readable };
}

export interface AgentClient {
  agent: InitializeResponse;
  sessionId: string;
  connection: ClientConnection;
  updates: SessionUpdate[];
  questions: RequestPermissionRequest[];
  prompt(...blocks: (string | ContentBlock)[]): Promise<PromptResponse>;
  cancel(): Promise<void>;
  /** Goes away, as a client that ends. */
  end(): void;
  /** All that the agent said, as one text and as it came. */
  answer(): string;
  chunks(): string[];
  /** Every tool call with its updates folded in, in order. */
  calls(): Record<string, unknown>[];
  terminals: Map<string, Terminal>;
}

const EVERYTHING: ClientCapabilities = { fs: { readTextFile: true, writeTextFile: true }, terminal: true };

/**
 * An ACP client that is not simse's: the SDK's own, with the files and the commands of this machine. It talks to the
 * agent over the same bytes as any other, in this process unless a transport is given.
 */
export async function connectClient(options: ClientOptions): Promise<AgentClient> {
  const updates: SessionUpdate[] = [];
  const questions: RequestPermissionRequest[] = [];
  const terminals = new Map<string, Terminal>();
  const { stdin, stdout } =
    options.transport ?? startAgentHere(options.dataDir ?? (await tempDir()), options);
  // The SDK asks its handlers one after the other, while a response settles at once: what is to come before the response
  // has to be registered before everything else.
  const app = client({ name: 'editor' })
    .onNotification(methods.client.session.update, ({ params }) => void updates.push(params.update))
    .onRequest(methods.client.session.requestPermission, async ({ params }) => {
      questions.push(params);
      const optionId = await options.choose;
      return optionId === undefined
        ? { outcome: { outcome: 'cancelled' } }
        : { outcome: { outcome: 'selected', optionId }, ...reasonOf(options) };
    });
  serveFilesAndTerminals(app, options, terminals);
  const connection = app.connect(ndJsonStream(Writable.toWeb(stdin), Readable.toWeb(stdout) as never));
  onTestFinished(() => connection.close());

  const { agent } = connection;
  const initialized = await agent.request(methods.agent.initialize, {
    protocolVersion: 1,
    clientCapabilities: options.capabilities ?? EVERYTHING,
  });
  const { cwd, additionalDirectories = [], mcpServers = [] } = options;
  const { sessionId } = await agent.request(methods.agent.session.new, {
    cwd,
    additionalDirectories,
    mcpServers,
  });

  return {
    agent: initialized,
    sessionId,
    connection,
    updates,
    questions,
    terminals,
    prompt: (...blocks) =>
      agent.request(methods.agent.session.prompt, {
        sessionId,
        prompt: blocks.map((block) => (typeof block === 'string' ? { type: 'text', text: block } : block)),
      }),
    end: () => void stdin.end(),
    cancel: () => agent.notify(methods.agent.session.cancel, { sessionId }),
    answer: () => textsOf(updates).join(''),
    chunks: () => textsOf(updates),
    calls: () => foldCalls(updates),
  };
}

/** A server out of test/fixtures/mcp, as session/new names it. */
export function program(
  name: string,
  fixture: string,
  args: string[] = [],
  env: Record<string, string> = {},
): McpServer {
  const path = fileURLToPath(new URL(`../fixtures/mcp/${fixture}`, import.meta.url));
  const variables = Object.entries(env).map(([key, value]) => ({ name: key, value }));
  return { name, command: process.execPath, args: [path, ...args], env: variables };
}

function startAgentHere(
  dataDir: string,
  { env: added = {}, library }: Pick<ClientOptions, 'env' | 'library'>,
): { stdin: Writable; stdout: Readable } {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const ending = new AbortController();
  const { PATH, HOME } = process.env;
  const env = { AGENT_SECRET: 'x', SIMSE_LOCAL_MODELS: 'off', PATH, HOME, ...added };
  const models = {};
  const { signal } = ending;
  const running = runAgent({
    stdin,
    stdout,
    version: '0.0.0',
    env,
    models,
    library: library ?? null,
    dataDir,
    signal,
  });
  onTestFinished(async () => {
    ending.abort();
    await running;
  });
  return { stdin, stdout };
}

function serveFilesAndTerminals(
  app: ClientApp,
  { guard = () => {} }: ClientOptions,
  terminals: Map<string, Terminal>,
): void {
  const { fs, terminal } = methods.client;
  const terminalOf = (id: string): Terminal => {
    const found = terminals.get(id);
    if (found === undefined) throw RequestError.resourceNotFound(id);
    return found;
  };
  app
    .onRequest(fs.readTextFile, async ({ params: { path, line, limit } }) => {
      await guard({ path });
      const lines = (await readFile(path, 'utf8')).split(/(?<=\n)/);
      const start = (line ?? 1) - 1;
      return { content: lines.slice(start, limit == null ? undefined : start + limit).join('') };
    })
    .onRequest(fs.writeTextFile, async ({ params: { path, content } }) => {
      await guard({ path });
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    })
    .onRequest(terminal.create, async ({ params }) => {
      const { command, args = [], cwd, outputByteLimit } = params;
      await guard({ command: args.at(-1) ?? command });
      const env = { PATH: process.env['PATH'] ?? '' };
      const options = { command, args, cwd: cwd ?? '/', env, outputByteLimit: outputByteLimit ?? 1e6 };
      const terminalId = `term-${terminals.size + 1}`;
      terminals.set(terminalId, await runTerminal(options, () => {}));
      return { terminalId };
    })
    .onRequest(terminal.waitForExit, async ({ params }) => {
      const { exitCode, signal } = await terminalOf(params.terminalId).exited;
      return { exitCode, signal };
    })
    .onRequest(terminal.output, ({ params }) => {
      const { output, truncated } = terminalOf(params.terminalId).snapshot();
      return { output, truncated };
    })
    .onRequest(terminal.kill, async ({ params }) => terminalOf(params.terminalId).kill())
    .onRequest(terminal.release, async ({ params }) => terminalOf(params.terminalId).kill());
}

function textsOf(updates: readonly SessionUpdate[]): string[] {
  return updates.flatMap((update) =>
    update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
      ? [update.content.text]
      : [],
  );
}

function foldCalls(updates: readonly SessionUpdate[]): Record<string, unknown>[] {
  const calls = new Map<string, Record<string, unknown>>();
  for (const update of updates) {
    if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') continue;
    const { sessionUpdate: _sessionUpdate, ...fields } = update;
    const before = calls.get(update.toolCallId);
    const statuses = [
      ...((before?.['statuses'] as unknown[]) ?? []),
      ...(update.status ? [update.status] : []),
    ];
    calls.set(update.toolCallId, { ...before, ...fields, statuses });
  }
  return [...calls.values()];
}

function reasonOf({ reason }: ClientOptions): { _meta?: Record<string, string> } {
  return reason === undefined ? {} : { _meta: { [REJECTION_REASON]: reason } };
}
