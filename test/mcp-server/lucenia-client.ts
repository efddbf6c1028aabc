import { expect, onTestFinished } from 'vitest';
import type { HttpListener } from '../../src/mcp-server/http/listen-http.ts';
import { type ServeHttpOptions, serveHttp } from '../../src/mcp-server/http/serve-http.ts';
import { createTestTools, type TestTools } from './test-tools.ts';

const PATH = '/_plugins/_ml/mcp/sse';

/** What an event may hold, as far as tests go on with it. */
export interface LuceniaData {
  session_id?: string;
  id?: string | number | null;
  result?: unknown;
  error?: { code: number; message: string; data?: Record<string, unknown> };
}

export interface LuceniaEvent {
  event: string;
  data: LuceniaData;
  id?: string;
  retry?: string;
}

export interface LuceniaSession {
  id: string;
  /** What has come so far, the greeting first. */
  events: LuceniaEvent[];
  /** The data of every message_response so far. */
  answers(): LuceniaData[];
  /** Resolves with the status. */
  post(message: unknown): Promise<number>;
  /** Posts a request and waits for its answer. */
  ask(method: string, params?: object, id?: string | number): Promise<LuceniaData>;
  /** Goes away. */
  close(): void;
  /** Whether the server has ended the stream. */
  hasEnded(): boolean;
}

/** A server of the test tools with the message API. */
export async function serveLucenia(
  options: Partial<ServeHttpOptions> = {},
): Promise<HttpListener & Omit<TestTools, 'features'>> {
  const { features, ...tools } = createTestTools();
  const listener = await serveHttp({
    version: '1.2.3',
    features,
    onClientLog() {},
    host: '127.0.0.1',
    port: 0,
    secret: null,
    sseMessage: { rateLimit: 1000 },
    ...options,
  });
  onTestFinished(() => listener[Symbol.asyncDispose]());
  return { ...listener, ...tools };
}

/** Posts anything. */
export function postTo(
  origin: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${origin}${PATH}/message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export function requestStream(
  origin: string,
  {
    query = '',
    headers = {},
    signal,
  }: { query?: string; headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
  return fetch(`${origin}${PATH}${query}`, { headers, ...(signal === undefined ? {} : { signal }) });
}

/** A session as a plain client has one: what is posted is written by hand, what comes is read as it is. */
export async function openSession(
  origin: string,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<LuceniaSession> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const response = await requestStream(origin, { query, headers, signal: leaving.signal });
  const events: LuceniaEvent[] = [];
  let hasEnded = false;
  void readEvents(response, events).finally(() => (hasEnded = true));
  const first = await until(() => events[0]);
  const id = String(first.data.session_id);
  const answers = () => events.filter(({ event }) => event === 'message_response').map(({ data }) => data);
  const post = async (message: unknown) =>
    (await postTo(origin, { session_id: id, message }, headers)).status;
  let asked = 0;
  return {
    id,
    events,
    answers,
    post,
    async ask(method, params = {}, requestId = `req-${(asked += 1)}`) {
      await post({ jsonrpc: '2.0', id: requestId, method, params });
      return until(() => answers().find((answer) => answer.id === requestId));
    },
    close: () => leaving.abort(),
    hasEnded: () => hasEnded,
  };
}

async function readEvents(response: Response, events: LuceniaEvent[]): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of response.body ?? []) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      events.push(...blocks.filter((block) => !block.startsWith(':')).map(readEvent));
    }
  } catch {
    // It was broken off.
  }
}

function readEvent(block: string): LuceniaEvent {
  const fields = block.split('\n').map((line) => /^(\w+): (.*)$/.exec(line)?.slice(1) ?? []);
  const { data = 'null', ...rest } = Object.fromEntries(fields) as Record<string, string>;
  return { event: '', ...rest, data: JSON.parse(data) };
}

async function until<T>(find: () => T | undefined): Promise<T> {
  await expect.poll(find, { interval: 5 }).toBeDefined();
  return find() as T;
}
