import { expect, test } from 'vitest';
import { openSession, requestStream, serveLucenia } from './lucenia-client.ts';

test('the stream begins with who the client is, and when to come back', async () => {
  const { origin } = await serveLucenia();
  const { id, events } = await openSession(origin);
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(events).toEqual([
    { event: 'connection', data: { session_id: id, status: 'connected' }, retry: '5000' },
  ]);
});

test('a client may choose the name of its session, but not that of another', async () => {
  const { origin } = await serveLucenia();
  const session = await openSession(origin, { query: '?session_id=session-123' });
  expect(session.id).toBe('session-123');
  const status = async (query: string) => {
    const response = await requestStream(origin, { query });
    return [response.status, ((await response.json()) as { error: unknown }).error];
  };
  expect(await status('?session_id=session-123')).toEqual([409, { code: -32600, message: 'Session exists' }]);
  expect(await status('?session_id=../etc')).toEqual([400, expect.objectContaining({ code: -32602 })]);
  expect(await status('?session_id=')).toEqual([400, expect.objectContaining({ code: -32602 })]);
  session.close();
  await expect
    .poll(async () => (await requestStream(origin, { query: '?session_id=session-123' })).status)
    .toBe(200);
});

test('tools are listed with their parameters, and each is described in full', async () => {
  const { origin } = await serveLucenia();
  const session = await openSession(origin);
  const list = (await session.ask('tools/list')).result as { tools: object[]; total: number };
  const search = {
    name: 'document_search',
    description: 'Search through document collections',
    parameters: {
      query: { type: 'string', required: true },
      limit: expect.objectContaining({ type: 'integer', default: 10 }),
    },
  };
  expect(list.tools).toContainEqual(search);
  expect(list.total).toBe(list.tools.length);
  const { result: tool } = await session.ask('tools/get', { name: 'document_search' });
  expect(tool).toMatchObject({ ...search, title: 'Search', inputSchema: { type: 'object' } });
});

test('the server says what it is, and that it is there', async () => {
  const { origin } = await serveLucenia();
  const session = await openSession(origin);
  expect(await session.ask('server/info', {}, 'req-004')).toEqual({
    jsonrpc: '2.0',
    id: 'req-004',
    result: {
      server: { name: 'simse', version: '1.2.3' },
      capabilities: ['tools', 'streaming'],
      protocol_version: '2024-11-05',
      instructions: 'For tests.',
    },
  });
  expect(await session.ask('server/ping', {}, 5)).toEqual({
    jsonrpc: '2.0',
    id: 5,
    result: { status: 'ok' },
  });
  expect(session.events.map(({ id }) => id)).toEqual([undefined, 'response-001', 'response-002']);
});

test('a result is the structure of a tool, or its text; what is more than either is a result of MCP', async () => {
  const { origin } = await serveLucenia();
  const session = await openSession(origin, { headers: { 'user-agent': 'curl/8.1' } });
  const call = async (name: string, args: object = {}) =>
    (await session.ask('tools/call', { name, arguments: args })).result;
  expect(await call('document_search', { query: 'networks', limit: 3 })).toEqual({
    matches: ['networks'],
    total: 3,
  });
  expect(await call('echo', { words: '{"still": "text"}' })).toBe('{"still": "text"}');
  expect(await call('answer')).toMatchObject({
    content: [{ type: 'text', text: 'It is done.' }],
    structuredContent: { sessionId: 'abc' },
  });
  expect(await call('nested')).toMatchObject({ structuredContent: { content: ['not of MCP'] } });
  expect(await call('picture')).toMatchObject({ content: [{ type: 'image', data: 'iVBORw0=' }] });
  expect(await call('who')).toBe('curl');
});

test('a batch is answered one event for each request', async () => {
  const { origin } = await serveLucenia();
  const session = await openSession(origin);
  const get = (id: string, name: string) => ({ jsonrpc: '2.0', id, method: 'tools/get', params: { name } });
  const batch = [get('req-001', 'stats'), get('req-002', 'nothing'), { id: 3 }, get('req-004', 'echo')];
  expect(await session.post(batch)).toBe(202);
  await expect
    .poll(() => session.answers())
    .toMatchObject([
      { id: 'req-001', result: { name: 'stats' } },
      { id: 'req-002', error: { code: -32001 } },
      { id: 3, error: { code: -32600 } },
      { id: 'req-004', result: { name: 'echo' } },
    ]);
});

test('two clients never see the answers of each other', async () => {
  const { origin } = await serveLucenia();
  const sessions = await Promise.all(['one', 'two'].map(() => openSession(origin)));
  const words = await Promise.all(
    sessions.flatMap((session, index) =>
      Array.from({ length: 20 }, async (_, number) => {
        const call = { name: 'echo', arguments: { words: `${index}` } };
        return (await session.ask('tools/call', call, number)).result;
      }),
    ),
  );
  expect(words).toEqual([...Array(20).fill('0'), ...Array(20).fill('1')]);
  expect(sessions.map((session) => session.answers().length)).toEqual([20, 20]);
});

test('a client that goes away in the middle of a call cancels it, and those of others go on', async () => {
  const { origin, waiting, cancelled } = await serveLucenia();
  const [leaves, stays] = await Promise.all([openSession(origin), openSession(origin)]);
  const wait = (name: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'wait', arguments: { name } },
  });
  await leaves.post([wait('a'), { ...wait('b'), id: 2 }]);
  await stays.post(wait('c'));
  await expect.poll(() => [...waiting.keys()]).toEqual(['a', 'b', 'c']);
  leaves.close();
  await expect.poll(() => cancelled).toEqual(['a', 'b']);
  waiting.get('c')?.answer('still here');
  await expect.poll(() => stays.answers()).toMatchObject([{ id: 1, result: 'still here' }]);
});

test('a request can be withdrawn, and is then not answered; the others go on', async () => {
  const { origin, waiting, cancelled } = await serveLucenia();
  const session = await openSession(origin);
  const wait = (id: string) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'wait', arguments: { name: id } },
  });
  await session.post([wait('long'), wait('longer')]);
  await expect.poll(() => waiting.size).toBe(2);
  await session.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'long' } });
  await expect.poll(() => cancelled).toEqual(['long']);
  waiting.get('longer')?.answer('done');
  await expect.poll(() => session.answers()).toMatchObject([{ id: 'longer', result: 'done' }]);
  expect(cancelled).toEqual(['long']);
});

test('an asynchronous call is accepted at once; how far it is and what came of it are told by its callback id', async () => {
  const { origin, waiting } = await serveLucenia();
  const session = await openSession(origin);
  const options = { async: true, callback_id: 'analysis-callback-001' };
  const accepted = await session.ask('tools/call', { name: 'wait', arguments: { name: 'a' }, options });
  expect(accepted.result).toEqual({ status: 'accepted', callback_id: 'analysis-callback-001' });
  waiting.get('a')?.answer('done');
  await expect.poll(() => session.events.length).toBe(4);
  expect(session.events.slice(2).map(({ event, data }) => [event, data])).toEqual([
    [
      'tool_progress',
      { callback_id: 'analysis-callback-001', status: 'running', progress: 1, total: 2, message: 'half way' },
    ],
    ['message_response', { callback_id: 'analysis-callback-001', status: 'completed', result: 'done' }],
  ]);
});

test('an asynchronous call that fails calls back with the error; one that cannot begin is refused at once', async () => {
  const { origin } = await serveLucenia();
  const session = await openSession(origin);
  const accepted = await session.ask('tools/call', { name: 'fail', options: { async: true } });
  const { callback_id } = accepted.result as { callback_id: string };
  const error = {
    code: -32002,
    message: 'Tool execution failed',
    data: { name: 'fail', reason: 'the disk is full' },
  };
  await expect.poll(() => session.answers()[1]).toEqual({ callback_id, status: 'failed', error });
  const refused = await session.ask('tools/call', { name: 'nothing', options: { async: true } });
  expect(refused.error?.code).toBe(-32001);
});

test('a session that nobody uses ends, but not while a call of it runs', async () => {
  const { origin, waiting } = await serveLucenia({ idleMs: 1500 });
  const busy = await openSession(origin);
  const idle = await openSession(origin);
  const params = { name: 'wait', arguments: { name: 'a' } };
  await busy.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  await expect.poll(() => idle.hasEnded()).toBe(true);
  expect(await idle.post({ jsonrpc: '2.0', id: 1, method: 'server/ping' })).toBe(404);
  expect(busy.hasEnded()).toBe(false);
  waiting.get('a')?.answer('done');
  await expect.poll(() => busy.answers()).toMatchObject([{ result: 'done' }]);
});

test('a server that stops cancels what runs and ends the streams', async () => {
  const { origin, waiting, cancelled, ...server } = await serveLucenia();
  const session = await openSession(origin);
  const params = { name: 'wait', arguments: { name: 'a' } };
  await session.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  await expect.poll(() => waiting.size).toBe(1);
  await server[Symbol.asyncDispose]();
  expect(cancelled).toEqual(['a']);
  await expect.poll(() => session.hasEnded()).toBe(true);
});
