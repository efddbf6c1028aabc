import {
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { connectAgent } from './connect-agent.ts';
import { fakeServers, prompt, resource, template, tool } from './fake-servers.ts';
import { bridgeOver } from './open-bridge.ts';

const FORMS: [string, boolean][] = [
  ['HTTP', true],
  ['stdio', false],
];

test.each(FORMS)(
  'over %s an agent finds prompts and gets them with their arguments',
  async (_form, takesHttp) => {
    const servers = fakeServers({ prompts: [prompt('files', 'greet'), prompt('mail', 'greet')] });
    const agent = await connectAgent(await bridgeOver(servers, takesHttp));
    const { prompts } = await agent.listPrompts();
    expect(prompts).toEqual([
      { name: 'files__greet', description: 'The prompt greet', arguments: [{ name: 'who', required: true }] },
      expect.objectContaining({ name: 'mail__greet' }),
    ]);
    const { messages } = await agent.getPrompt({ name: 'mail__greet', arguments: { who: 'Ada' } });
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Hello Ada' } }]);
    expect(servers.asked).toEqual([{ server: 'mail', name: 'greet', args: { who: 'Ada' } }]);
    await expect(agent.getPrompt({ name: 'mail__bye' })).rejects.toThrow('there is no prompt mail__bye');
  },
);

test.each(FORMS)('over %s an agent finds resources and reads them', async (_form, takesHttp) => {
  const resources = [resource('files', 'note://1'), resource('mail', 'note://2')];
  const servers = fakeServers({ resources, templates: [template('mail', 'note://{id}')] });
  const agent = await connectAgent(await bridgeOver(servers, takesHttp));
  expect((await agent.listResources()).resources).toMatchObject([{ uri: 'note://1' }, { uri: 'note://2' }]);
  expect((await agent.listResourceTemplates()).resourceTemplates).toMatchObject([
    { uriTemplate: 'note://{id}' },
  ]);
  expect(await agent.readResource({ uri: 'note://2' })).toEqual({
    contents: [{ uri: 'note://2', mimeType: 'text/plain', text: 'mail has note://2' }],
  });
});

test('a uri that two servers have names its server, and without that nothing is read', async () => {
  const resources = [resource('a', 'note://1'), resource('b', 'note://1'), resource('b', 'simse://a/x')];
  const servers = fakeServers({ resources });
  const agent = await connectAgent(await bridgeOver(servers));
  const listed = (await agent.listResources()).resources.map(({ uri }) => uri);
  expect(listed).toEqual(['simse://a/note://1', 'simse://b/note://1', 'simse://b/simse://a/x']);
  for (const uri of listed) expect((await agent.readResource({ uri })).contents).toMatchObject([{ uri }]);
  expect(servers.asked).toEqual([
    { server: 'a', uri: 'note://1' },
    { server: 'b', uri: 'note://1' },
    { server: 'b', uri: 'simse://a/x' },
  ]);
  await expect(agent.readResource({ uri: 'note://1' })).rejects.toThrow(
    'Name its server: simse://a/note://1 or simse://b/note://1',
  );
});

test('what no list has is read from the server that it is of', async () => {
  const servers = fakeServers({
    tools: [tool('a/find')],
    resources: [resource('a', 'note://1')],
    templates: [template('b', 'mail://{box}/{id}'), template('c', 'no template {')],
    call: () =>
      Promise.resolve({
        content: [{ type: 'resource_link', uri: 'hidden://7', name: 'seven' }],
        isError: false,
      }),
  });
  const agent = await connectAgent(await bridgeOver(servers));
  await agent.callTool({ name: 'a__find' });
  for (const uri of ['mail://in/3', 'hidden://7']) await agent.readResource({ uri });
  expect(servers.asked).toEqual([
    { server: 'b', uri: 'mail://in/3' },
    { server: 'a', uri: 'hidden://7' },
  ]);
  await expect(agent.readResource({ uri: 'other://1' })).rejects.toThrow(
    'cannot tell which server has the resource',
  );
  servers.templates = [];
  await agent.readResource({ uri: 'other://1' });
  expect(servers.asked.at(-1)).toEqual({ server: 'a', uri: 'other://1' });
});

test('a refusal says why, and how to go on', async () => {
  const agent = await connectAgent(
    await bridgeOver(fakeServers({ resources: [resource('locked', 'note://1')] })),
  );
  await expect(agent.readResource({ uri: 'note://1' })).rejects.toMatchObject({
    code: -32003,
    message: expect.stringContaining('you rejected it. Ask nicely.'),
  });
});

test('agents that know no resources have tools for them, as long as a server has any', async () => {
  const servers = fakeServers({ tools: [tool('a/b')] });
  const agent = await connectAgent(await bridgeOver(servers));
  const names = async () => (await agent.listTools()).tools.map(({ name }) => name);
  expect(await names()).toEqual(['a__b']);
  servers.resources = Array.from({ length: 150 }, (_, index) => resource('a', `note://${index}`));
  servers.templates = [template('b', 'mail://{id}')];
  expect(await names()).toEqual(['a__b', 'simse__list_resources', 'simse__read_resource']);

  const call = async (name: string, args: object): Promise<string> => {
    const { content } = await agent.callTool({ name: `simse__${name}`, arguments: { ...args } });
    return (content as { text: string }[]).map(({ text }) => text).join('\n');
  };
  const first = JSON.parse(await call('list_resources', {}));
  expect([first.resources.length, first.templates.length, first.nextCursor]).toEqual([100, 0, '100']);
  const second = JSON.parse(await call('list_resources', { cursor: '100' }));
  expect([second.resources.length, second.templates, second.nextCursor]).toEqual([
    50,
    [{ server: 'b', uriTemplate: 'mail://{id}', name: 'mail://{id}' }],
    undefined,
  ]);
  const ofOne = JSON.parse(await call('list_resources', { server: 'b' }));
  expect([ofOne.resources, ofOne.templates.length]).toEqual([[], 1]);
  expect(await call('list_resources', { cursor: 'x' })).toBe('cursor did not come from list_resources');

  expect(await call('read_resource', { server: 'b', uri: 'mail://3' })).toBe('b has mail://3');
  expect(await call('read_resource', { uri: 'note://3' })).toBe('a has note://3');
  expect(await call('read_resource', {})).toBe('uri is missing');
});

test('a server that takes the name of these tools gets another one for its own', async () => {
  const servers = fakeServers({
    tools: [tool('simse/read_resource')],
    resources: [resource('a', 'note://1')],
  });
  const agent = await connectAgent(await bridgeOver(servers));
  const { tools } = await agent.listTools();
  const [its = { name: '' }, ...ours] = tools;
  expect(its.name).toMatch(/^simse__read_resource_2_?\w*$/);
  expect(ours.map(({ name }) => name)).toEqual(['simse__list_resources', 'simse__read_resource']);
  expect(await agent.callTool({ name: its.name })).toMatchObject({
    content: [{ text: 'simse/read_resource' }],
  });
});

test('arguments of prompts and templates are completed, a hundred at most', async () => {
  const servers = fakeServers({
    prompts: [prompt('a', 'greet')],
    templates: [template('b', 'mail://{box}')],
  });
  const agent = await connectAgent(await bridgeOver(servers));
  await agent.listPrompts();
  const argument = { name: 'who', value: 'A' };
  const context = { arguments: { title: 'Ms' } };
  const { completion } = await agent.complete({
    ref: { type: 'ref/prompt', name: 'a__greet' },
    argument,
    context,
  });
  expect([completion.values.length, completion.values[0], completion.hasMore]).toEqual([100, 'A0', true]);
  await agent.complete({ ref: { type: 'ref/resource', uri: 'mail://{box}' }, argument });
  expect(servers.asked).toEqual([
    { target: { kind: 'prompt', server: 'a', name: 'greet' }, argument, context: { title: 'Ms' } },
    { target: { kind: 'resource', server: 'b', uriTemplate: 'mail://{box}' }, argument, context: {} },
  ]);
  const unknown = await agent.complete({ ref: { type: 'ref/resource', uri: 'no://{x}' }, argument });
  expect(unknown.completion.values).toEqual([]);
});

test.each(FORMS)(
  'over %s an agent hears of each list that changes, and of no other',
  async (_form, takesHttp) => {
    const servers = fakeServers();
    const agent = await connectAgent(await bridgeOver(servers, takesHttp));
    const heard: string[] = [];
    agent.setNotificationHandler(ToolListChangedNotificationSchema, () => void heard.push('tools'));
    agent.setNotificationHandler(PromptListChangedNotificationSchema, () => void heard.push('prompts'));
    agent.setNotificationHandler(ResourceListChangedNotificationSchema, () => void heard.push('resources'));
    await agent.listTools();

    servers.prompts = [prompt('a', 'greet')];
    servers.change();
    await expect.poll(() => heard).toEqual(['prompts']);
    servers.tools = [tool('a/b')];
    servers.change();
    await expect.poll(() => heard).toEqual(['prompts', 'tools']);
    servers.templates = [template('b', 'mail://{box}')];
    servers.change();
    await expect.poll(() => heard).toEqual(['prompts', 'tools', 'tools', 'resources']);
  },
);

test('an agent hears when a resource changes that it has subscribed to, until it has had enough', async () => {
  const resources = [resource('a', 'note://1'), resource('b', 'note://1')];
  const servers = fakeServers({ resources });
  const agent = await connectAgent(await bridgeOver(servers));
  const heard: string[] = [];
  agent.setNotificationHandler(
    ResourceUpdatedNotificationSchema,
    ({ params }) => void heard.push(params.uri),
  );
  const uri = 'simse://b/note://1';
  await agent.subscribeResource({ uri });
  await agent.subscribeResource({ uri });
  expect([...servers.subscribers.keys()]).toEqual(['b note://1']);
  servers.subscribers.get('b note://1')?.();
  await expect.poll(() => heard).toEqual([uri]);
  await agent.unsubscribeResource({ uri });
  expect(servers.subscribers.size).toBe(0);
  await expect(agent.subscribeResource({ uri: 'note://1' })).rejects.toThrow(
    'cannot tell which server has the resource',
  );
});

test('the subscriptions of an agent end with it', async () => {
  const servers = fakeServers({ resources: [resource('a', 'note://1')] });
  const agent = await connectAgent(await bridgeOver(servers, false));
  await agent.subscribeResource({ uri: 'note://1' });
  expect(servers.subscribers.size).toBe(1);
  await agent.close();
  await expect.poll(() => servers.subscribers.size).toBe(0);
});

test('what servers say about themselves is told to the agent', async () => {
  const said = [{ server: 'files', text: 'Paths are absolute.' }];
  const agent = await connectAgent(await bridgeOver(fakeServers({ said })));
  expect(agent.getInstructions()).toMatch(
    /^The tools of the user's MCP servers.*\n\n# files\n\nPaths are absolute\.$/,
  );
});
