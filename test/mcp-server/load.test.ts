import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import type { OwnTool } from '../../src/core/ports/own-tool.ts';
import type { HttpListener } from '../../src/mcp-server/http/listen-http.ts';
import { serveHttp } from '../../src/mcp-server/http/serve-http.ts';
import { ownFeatures } from './own-features.ts';

const TOKEN = 'a-token-of-the-test-run';
const CLIENTS = 200;
/** Together 5,000: some before the memory is looked at first, and four times as many after it. */
const ROUNDS = { first: 5, more: 20 };
/** Of the heap, which garbage collection leaves a little different each time. */
const GROWTH = 1.3;

/** Answers what it was asked, together with who asked, after the other calls had time to come between. */
const ECHO: OwnTool = {
  name: 'echo',
  title: 'Echo',
  description: 'Says it back.',
  inputSchema: { type: 'object' },
  async call(args, { caller }) {
    await new Promise((resolve) => setImmediate(resolve));
    return {
      content: [{ type: 'text', text: `${caller}: ${JSON.stringify(args)}` }],
      isError: false,
    };
  },
};

async function serve(): Promise<HttpListener> {
  const { features, library } = await ownFeatures();
  await library.shelve({ topic: 'build', text: 'Releases go out on Fridays.' });
  const listener = await serveHttp({
    version: '1',
    features: { ...features, tools: () => [ECHO, ...features.tools()] },
    onClientLog() {},
    host: '127.0.0.1',
    port: 0,
    secret: { type: 'bearer', token: TOKEN },
  });
  onTestFinished(() => listener[Symbol.asyncDispose]());
  return listener;
}

interface LoadClient {
  /** Calls the tools, one call after the other; rejects when an answer is not that of this client. */
  call(times: number): Promise<void>;
  /** Ends the session and resolves with the status of a request that comes after it. */
  leave(): Promise<number>;
}

/** No more than a client needs, so that the memory is the server's. */
async function openClient(url: string, name: string): Promise<LoadClient> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${TOKEN}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  let id = 0;
  const post = async (method: string, params: object): Promise<Response> => {
    id += 1;
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    return fetch(url, { method: 'POST', headers, body });
  };
  const callTool = async (tool: string, args: object): Promise<string> => {
    const answer = await post('tools/call', { name: tool, arguments: args });
    const text = await answer.text();
    expect([answer.status, text]).toEqual([200, expect.stringContaining(`"id":${id}`)]);
    return text;
  };
  const opened = await post('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name, version: '1' },
  });
  await opened.text();
  headers['mcp-session-id'] = opened.headers.get('mcp-session-id') ?? '';
  return {
    async call(times) {
      for (let index = 1; index < times; index += 1) {
        const said = `${name} says ${id}`;
        expect(await callTool('echo', { said })).toContain(`${name}: {\\"said\\":\\"${said}\\"}`);
      }
      expect(await callTool('library_search', { query: 'friday' })).toContain('Releases go out on Fridays.');
    },
    async leave() {
      await (await fetch(url, { method: 'DELETE', headers })).text();
      const after = await post('tools/list', {});
      await after.text();
      return after.status;
    },
  };
}

/** Bytes in use after garbage was collected. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

test('200 clients at once make 5,000 calls: each gets its own answers, and nothing is left of them', async () => {
  const { origin } = await serve();
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, (_, index) => openClient(`${origin}/mcp`, `client-${index}`)),
  );
  const callAll = (times: number) => Promise.all(clients.map((client) => client.call(times)));
  await callAll(ROUNDS.first);
  const afterFirst = heapUsed();
  await callAll(ROUNDS.more);
  const afterAll = heapUsed();
  const statuses = new Set(await Promise.all(clients.map((client) => client.leave())));
  expect(statuses).toEqual(new Set([404]));
  expect(afterAll).toBeLessThan(afterFirst * GROWTH);
  expect(heapUsed()).toBeLessThan(afterFirst);
}, 120_000);
