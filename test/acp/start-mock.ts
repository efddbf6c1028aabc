import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { BackendClient } from '../../src/acp/sessions/agent-context.ts';
import { startBackend } from '../../src/acp/start-backend.ts';
import type { BackendConfig } from '../../src/config/backend-config.ts';
import type { Backend, BackendSession } from '../../src/core/ports/backend.ts';
import type { SessionEvent } from '../../src/core/state/events.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { expectValidAcp } from './expect-valid-acp.ts';
import { createFakeCatalogue, type FakeTools } from './fake-catalogue.ts';
import { createFakeElicit, type FakeElicit } from './fake-elicit.ts';
import { createFakeGate, type FakeGate } from './fake-gate.ts';

export type Step = Record<string, unknown>;

export interface Scenario {
  start?: Step[];
  on?: Record<string, Step[]>;
}

interface MockOptions {
  config?: Partial<BackendConfig>;
  gate?: FakeGate;
  elicit?: FakeElicit;
  tools?: FakeTools;
  /** Names of tools that have changed since they were approved. */
  changedTools?: ReadonlySet<string>;
  maxTurns?: number;
  signal?: AbortSignal;
}

export interface Mock {
  folder: string;
  events: SessionEvent[];
  logged: string[];
  gate: FakeGate;
  elicit: FakeElicit;
  /** What the backend was started with. Its timeoutMs can be changed while it runs. */
  config: BackendConfig;
  /** Starts the agent; it is stopped when the test ends. */
  start(): Promise<Backend>;
  /** Starts it and opens a session in `folder`. */
  open(): Promise<{ backend: Backend; session: BackendSession }>;
  /** Everything that simse has written to the agent. */
  sent(): Promise<Record<string, unknown>[]>;
}

/**
 * A backend that runs a scenario of mock-agent.mjs (`$cwd` in it is the session's folder), or another fixture agent, given
 * by its file name. At the end of the test
 * everything that was sent to the mock agent is held against the schema of ACP.
 */
export async function mockBackend(scenario: Scenario | string, options: MockOptions = {}): Promise<Mock> {
  const folder = await tempDir();
  const logFile = join(folder, 'sent.ndjson');
  await appendFile(logFile, '');
  const args = await agentArgs(scenario, folder);
  if (typeof scenario !== 'string') onTestFinished(async () => expectValidAcp(await readLog(logFile)));
  const { gate = createFakeGate(), elicit = createFakeElicit(), tools = {} } = options;
  const { signal = new AbortController().signal } = options;
  const events: SessionEvent[] = [];
  const logged: string[] = [];
  const client: BackendClient = {
    emit: (event) => addEvent(events, event),
    gate,
    elicit: elicit.ask,
    catalogue: createFakeCatalogue(tools, options.changedTools),
    clientVersion: '0.0.0',
    maxTurns: options.maxTurns ?? 10,
    log: (line) => logged.push(line),
  };
  const config: BackendConfig = {
    name: 'mock',
    command: process.execPath,
    args,
    env: { MOCK_AGENT_LOG: logFile },
    timeoutMs: 10_000,
    dialect: 'auto',
    mcp: 'off',
    ...options.config,
  };

  const start = async (): Promise<Backend> => {
    const backend = await startBackend(config, client, { env: process.env, cwd: folder, signal });
    onTestFinished(() => backend[Symbol.asyncDispose]());
    return backend;
  };
  return {
    folder,
    events,
    logged,
    gate,
    elicit,
    config,
    start,
    async open() {
      const backend = await start();
      const session = await backend.openSession({ cwd: folder, additionalDirectories: [], mcpServers: [] });
      return { backend, session };
    },
    sent: async () => (await readLog(logFile)).filter((line) => !('asked' in line)),
  };
}

/** Pieces of a message that come in one go are one event; which do is up to the machine, so that here all of them are. */
function addEvent(events: SessionEvent[], event: SessionEvent): void {
  const last = events.at(-1);
  const isSame =
    last?.type === 'message_chunk' &&
    event.type === 'message_chunk' &&
    last.role === event.role &&
    last.messageId === event.messageId;
  if (!isSame || last.content.type !== 'text' || event.content.type !== 'text') events.push(event);
  else last.content = { type: 'text', text: last.content.text + event.content.text };
}

async function readLog(file: string): Promise<Record<string, unknown>[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function agentArgs(scenario: Scenario | string, folder: string): Promise<string[]> {
  if (typeof scenario === 'string') return [fixture(scenario)];
  const file = join(folder, 'scenario.json');
  await writeFile(file, JSON.stringify(scenario).replaceAll('$cwd', folder));
  return [fixture('mock-agent.mjs'), file];
}

function fixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/acp/${name}`, import.meta.url));
}
