import { expect, test } from 'vitest';
import { callbackIdOf, readCallback, readFirstResult } from '../../../src/mcp/transports/lucenia/callback.ts';
import { toInitializeResult } from '../../../src/mcp/transports/lucenia/envelope-handshake.ts';
import { toCallResult } from '../../../src/mcp/transports/lucenia/envelope-methods.ts';
import { parametersSchema } from '../../../src/mcp/transports/lucenia/envelope-tools.ts';
import {
  envelopeEndpoint,
  messageEndpoint,
  streamableEndpoint,
} from '../../../src/mcp/transports/lucenia/message-endpoint.ts';
import { readGreeting } from '../../../src/mcp/transports/lucenia/open-session.ts';

const STREAM = new URL('https://search.example:9200/_plugins/_ml/mcp/sse?append_to_base_url=true');

test.each([
  ['/sse/message?sessionId=1', 'https://search.example:9200/_plugins/_ml/mcp/sse/message?sessionId=1'],
  [
    '/_plugins/_ml/mcp/sse/message?sessionId=1',
    'https://search.example:9200/_plugins/_ml/mcp/sse/message?sessionId=1',
  ],
  ['sse/message?sessionId=1', 'https://search.example:9200/_plugins/_ml/mcp/sse/message?sessionId=1'],
  ['https://search.example:9200/elsewhere?sessionId=1', 'https://search.example:9200/elsewhere?sessionId=1'],
])('the endpoint %s is at %s', (endpoint, url) => {
  expect(messageEndpoint(endpoint, STREAM).href).toBe(url);
});

test.each(['https://evil.example/sse/message', 'http://search.example:9200/sse/message', ''])(
  'the endpoint %j is refused: credentials do not belong there',
  (endpoint) => {
    expect(() => messageEndpoint(endpoint, STREAM)).toThrow('does not name an address of its own');
  },
);

test('an endpoint that names another host without a scheme stays where the stream is', () => {
  expect(messageEndpoint('//evil.example/x', STREAM).origin).toBe(STREAM.origin);
});

test('the path of a proxy is kept in front of what the server names', () => {
  const proxied = new URL('https://proxy.example/search/_plugins/_ml/mcp/sse/');

  expect(messageEndpoint('/_plugins/_ml/mcp/sse/message?sessionId=1', proxied).href).toBe(
    'https://proxy.example/search/_plugins/_ml/mcp/sse/message?sessionId=1',
  );
  expect(envelopeEndpoint(proxied).href).toBe('https://proxy.example/search/_plugins/_ml/mcp/sse/message');
  expect(streamableEndpoint(proxied)).toBe('https://proxy.example/search/_plugins/_ml/mcp');
});

test.each([
  ['endpoint', '/sse/message?sessionId=1', { dialect: 'opensearch', endpoint: '/sse/message?sessionId=1' }],
  ['connection', '{"session_id":"a"}', { dialect: 'lucenia', sessionId: 'a' }],
  ['connection', '{"session":{"id":7}}', { dialect: 'lucenia', sessionId: '7' }],
  ['connection', 'connected', { dialect: 'lucenia', sessionId: null }],
  ['message', '{"sessionId":"a"}', { dialect: 'lucenia', sessionId: 'a' }],
  ['heartbeat', '{"id":"a"}', null],
  ['heartbeat', 'ping', null],
])('the first event %s: %s is read as a greeting, or not', (event, data, greeting) => {
  expect(readGreeting({ event, data })).toEqual(greeting);
});

test.each([
  [undefined, { type: 'object' }],
  [{}, { type: 'object', properties: {} }],
  [
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  ],
  [
    { type: { type: 'string', required: true }, required: { type: 'bool', required: false } },
    {
      type: 'object',
      properties: { type: { type: 'string' }, required: { type: 'boolean' } },
      required: ['type'],
    },
  ],
  [
    { filter: { type: 'map', properties: { year: { type: 'int', required: true } } } },
    {
      type: 'object',
      properties: {
        filter: { type: 'object', properties: { year: { type: 'integer' } }, required: ['year'] },
      },
    },
  ],
  [
    { tags: { type: 'list', items: { type: 'keyword', required: true } } },
    { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } },
  ],
  [
    { query: 'string', vector: { type: 'knn_vector', description: 'v' }, any: null, odd: 'constructor' },
    {
      type: 'object',
      properties: { query: { type: 'string' }, vector: { description: 'v' }, any: {}, odd: {} },
    },
  ],
])('the parameters %j become a JSON Schema', (parameters, schema) => {
  expect(parametersSchema(parameters)).toEqual(schema);
});

test.each([
  ['text', { content: [{ type: 'text', text: 'text' }] }],
  [[1], { content: [{ type: 'text', text: '[\n  1\n]' }] }],
  [null, { content: [{ type: 'text', text: 'null' }] }],
  [{ content: [] }, { content: [] }],
  [{ isError: true }, { isError: true }],
  [
    { content: 'x' },
    { content: [{ type: 'text', text: '{\n  "content": "x"\n}' }], structuredContent: { content: 'x' } },
  ],
])('the result %j of a call becomes one of MCP', (result, converted) => {
  expect(toCallResult(result)).toEqual(converted);
});

test.each([
  [
    { callback_id: 'a', result: 1 },
    { kind: 'done', result: 1 },
  ],
  [
    { callback_id: 'a', status: 'completed', total: 1 },
    { kind: 'done', result: { status: 'completed', total: 1 } },
  ],
  [
    { jsonrpc: '2.0', id: 9, result: { callback_id: 'a', total: 1 } },
    { kind: 'done', result: { total: 1 } },
  ],
  [{ data: { callback_id: 'a', total: 1 } }, { kind: 'done', result: { total: 1 } }],
  [
    { callback_id: 'a', status: 'RUNNING', progress: 3 },
    { kind: 'running', progress: 3 },
  ],
  [
    { callback_id: 'a', error: { code: -32603, message: 'x' } },
    { kind: 'failed', error: { code: -32603 } },
  ],
  [
    { callback_id: 'a', status: 'failed' },
    { kind: 'failed', error: { code: -32002, message: 'failed' } },
  ],
])('the callback %j is understood', (value, news) => {
  expect(callbackIdOf(value)).toBe('a');
  expect(readCallback(value)).toMatchObject(news);
});

test.each([
  [null, 'running'],
  [{}, 'running'],
  [{ status: 'accepted', job: 7 }, 'running'],
  [{ callback_id: 'a', message: 'will call back' }, 'running'],
  [{ total: 1 }, 'done'],
  ['text', 'done'],
])('the first answer %j to an asynchronous call means that it is %s', (result, kind) => {
  expect(readFirstResult(result)).toMatchObject({ kind });
});

test.each([
  [{}, { protocolVersion: '2024-11-05', capabilities: { tools: {} } }],
  [
    { protocol_version: 'v1', capabilities: ['streaming'] },
    { protocolVersion: '2024-11-05', capabilities: {} },
  ],
  [
    { protocol_version: '2025-06-18', capabilities: { prompts: {} }, server: { name: 'x', version: '1' } },
    { protocolVersion: '2025-06-18', capabilities: { prompts: {} }, serverInfo: { name: 'x', version: '1' } },
  ],
])('the server info %j becomes a handshake', (info, result) => {
  expect(toInitializeResult(info)).toMatchObject(result);
});
