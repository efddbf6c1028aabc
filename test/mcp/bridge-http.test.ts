import { request } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { SimseError } from '../../src/core/errors.ts';
import type { ToolCatalogue } from '../../src/core/ports/catalogue.ts';
import type { McpHost } from '../../src/core/ports/mcp-host.ts';
import { fakeMcpHost } from '../session/fake-ports.ts';
import { bridgeTo, httpEntry } from './open-bridge.ts';
import { fixture, SOON, startHost } from './start-host.ts';

interface Address {
  url: string;
  headers: Record<string, string>;
  close(): Promise<void>;
}

async function openHttp(host: McpHost): Promise<Address> {
  const bridge = await bridgeTo(host);
  const { url, headers } = httpEntry(bridge);
  return { url, headers, close: async () => bridge[Symbol.asyncDispose]() };
}

async function connect({ url, headers }: Address): Promise<Client> {
  const client = new Client({ name: 'agent', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

test('an agent finds every tool of every server in one list and calls them', async () => {
  const { host } = await startHost([fixture('everyday'), fixture('huge-line')]);
  const client = await connect(await openHttp(host));

  const { tools, nextCursor } = await client.listTools();
  expect([tools.length, nextCursor]).toEqual([26, undefined]);
  expect(tools.map((tool) => tool.name)).toEqual(
    expect.arrayContaining(['everyday__filler-15', 'huge-line__echo']),
  );
  const result = await client.callTool({ name: 'everyday__echo', arguments: { city: 'Zürich' } });
  expect(result).toEqual({
    content: [{ type: 'text', text: '{"tool":"echo","args":{"city":"Zürich"}}' }],
    isError: false,
  });
  expect(client.getInstructions()).toContain('simse');
});

test('results keep their pictures, links and structured content, failures stay failures', async () => {
  const { host } = await startHost([fixture('everyday')]);
  const client = await connect(await openHttp(host));

  expect(await client.callTool({ name: 'everyday__blocks' })).toEqual(await directBlocks());
  expect(await client.callTool({ name: 'everyday__fail' })).toEqual({
    content: [{ type: 'text', text: 'the disk is full' }],
    isError: true,
  });
  expect(await client.callTool({ name: 'everyday__nothing' })).toEqual({
    content: [{ type: 'text', text: 'there is no tool everyday__nothing' }],
    isError: true,
  });

  async function directBlocks(): Promise<unknown> {
    const { content, structuredContent } = await host.catalogue.call('everyday/blocks', {});
    const [text, image, link] = content;
    const resource = { type: 'resource', resource: { uri: 'file:///b.txt', text: 'inside' } };
    return { content: [text, image, link, resource], structuredContent, isError: false };
  }
});

test('a refused or failed call tells the model why', async () => {
  const { host } = await startHost([fixture('crash-after', ['0'], { restart: false })]);
  const client = await connect(await openHttp(host));
  await client.listTools();
  const call = { name: 'crash-after__echo' };

  const why = 'exited with code 3: fixture: the database is gone';
  expect(await client.callTool(call)).toMatchObject({
    content: [{ text: `server crash-after ${why}` }],
    isError: true,
  });
  expect(await client.callTool(call)).toMatchObject({
    content: [{ text: `server crash-after is not available: ${why}` }],
    isError: true,
  });
});

test('progress reaches the agent, and an agent that gives up cancels the call', async () => {
  const { host, logs } = await startHost([fixture('everyday'), fixture('silent-calls')]);
  const client = await connect(await openHttp(host));
  await client.listTools();
  const steps: number[] = [];

  const params = { name: 'everyday__progress', arguments: {} };
  await client.callTool(params, undefined, { onprogress: ({ progress }) => steps.push(progress) });
  expect(steps).toEqual([1, 2, 3]);

  const interrupt = new AbortController();
  const endless = client.callTool({ name: 'silent-calls__echo', arguments: { progress: true } }, undefined, {
    signal: interrupt.signal,
    onprogress: () => interrupt.abort(),
  });
  await expect(endless).rejects.toThrow('aborted');
  await expect.poll(() => logs, SOON).toContain('mcp silent-calls: info: a call was cancelled');
});

test('an agent is told when tools come and go', async () => {
  const { host } = await startHost([fixture('everyday'), fixture('crash-after', ['0'], { restart: false })]);
  const client = await connect(await openHttp(host));
  const counts: number[] = [];
  client.setNotificationHandler(ToolListChangedNotificationSchema, async () => {
    counts.push((await client.listTools()).tools.length);
  });
  expect((await client.listTools()).tools).toHaveLength(26);

  await client.callTool({ name: 'crash-after__echo' });
  await expect.poll(() => counts.at(-1), SOON).toBe(25);
  await client.callTool({ name: 'everyday__grow', arguments: { count: 3 } });
  await expect.poll(() => counts.at(-1), SOON).toBe(28);
});

test('a hundred calls at once and two agents at once each get their own answers', async () => {
  const { host } = await startHost([fixture('everyday')]);
  const address = await openHttp(host);
  const clients = await Promise.all([connect(address), connect(address)]);
  await Promise.all(clients.map((client) => client.listTools()));

  const numbers = Array.from({ length: 50 }, (_, index) => index);
  const echo = async (client: Client, n: number): Promise<unknown> => {
    const { content } = await client.callTool({ name: 'everyday__echo', arguments: { n } });
    return JSON.parse((content as [{ text: string }])[0].text).args.n;
  };
  const answers = await Promise.all(clients.flatMap((client) => numbers.map((n) => echo(client, n))));

  expect(answers).toEqual([...numbers, ...numbers]);
});

test('whoever lacks the token, comes from a browser or by another name is refused', async () => {
  const { host } = await startHost([]);
  const { url, headers } = await openHttp(host);
  const { port } = new URL(url);
  const status = async (more: Record<string, string>, path = '/mcp'): Promise<number | undefined> => {
    return requestStatus(Number(port), path, more);
  };

  expect(await status({})).toBe(401);
  expect(await status({ authorization: 'Bearer wrong' })).toBe(401);
  expect(await status({ authorization: `Basic ${headers.Authorization?.slice(7)}` })).toBe(401);
  expect(await status({ ...headers, host: 'evil.test' })).toBe(403);
  expect(await status({ ...headers, host: `evil.test:${port}` })).toBe(403);
  expect(await status({ ...headers, origin: 'https://evil.test' })).toBe(403);
  expect(await status({ ...headers, origin: 'null' })).toBe(403);
  expect(await status(headers, '/other')).toBe(404);
  expect(await status({ ...headers, 'mcp-session-id': 'unknown' })).toBe(404);
  expect(await status({ ...headers, host: `localhost:${port}` })).toBe(200);
});

test('a request that is too large or no JSON is refused, and the bridge goes on', async () => {
  const { host } = await startHost([fixture('everyday')]);
  const address = await openHttp(host);
  const post = async (body: string): Promise<number> => {
    const headers = {
      ...address.headers,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    };
    return (await fetch(address.url, { method: 'POST', headers, body })).status;
  };

  expect(await post('{"half": ')).toBe(400);
  expect(await post(`"${'x'.repeat(33 * 1024 * 1024)}"`)).toBe(413);
  expect((await (await connect(address)).listTools()).tools).toHaveLength(25);
});

test('closing the bridge ends the calls in flight', async () => {
  const seen: string[] = [];
  const waiting: ToolCatalogue = {
    ready: async () => {},
    list: () => [{ name: 'a/b', server: 'a', tool: 'b', description: '', inputSchema: { type: 'object' } }],
    find: () => undefined,
    onChange: () => () => {},
    call: (_name, _args, options) =>
      new Promise((_resolve, reject) => {
        seen.push('called');
        options?.signal?.addEventListener('abort', () => {
          seen.push('cancelled');
          reject(new SimseError('cancelled', 'cancelled'));
        });
      }),
  };
  const address = await openHttp(fakeMcpHost(waiting));
  const client = await connect(address);
  await client.listTools();
  const call = client.callTool({ name: 'a__b' }).catch(() => 'ended');

  await expect.poll(() => seen, SOON).toEqual(['called']);
  await address.close();

  expect(seen).toEqual(['called', 'cancelled']);
  await client.close();
  expect(await call).toBe('ended');
});

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'agent', version: '1' } },
};

/** By node:http, since fetch sends no Host of one's choice. */
function requestStatus(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const plain = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const outgoing = request(
      { port, path, method: 'POST', headers: { ...plain, ...headers } },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify(INITIALIZE));
  });
}
