import { expect, test } from 'vitest';
import { SimseError } from '../../../src/core/errors.ts';
import type { Claim } from '../../../src/core/gate/gate-request.ts';
import type { BridgedServers } from '../../../src/core/ports/bridge.ts';
import type { ToolCatalogue, ToolResult } from '../../../src/core/ports/catalogue.ts';
import type { McpHost } from '../../../src/core/ports/mcp-host.ts';
import type { Session } from '../../../src/core/ports/session.ts';
import type { SessionServices } from '../../../src/session/backend/session-services.ts';
import { fakeBackend, patientAgent } from '../fake-backend.ts';
import { fakeMcpHost } from '../fake-ports.ts';
import { open, text } from '../open-session.ts';

/** A session with an agent that waits, and what that agent reaches through the bridge. */
async function openBridged(mcp: McpHost = fakeMcpHost()) {
  let services: SessionServices | undefined;
  const backend = fakeBackend((blocks, given, signal) => {
    services = given;
    return patientAgent(blocks, given, signal);
  });
  let bridged: BridgedServers | undefined;
  backend.openBridge = (servers) => {
    bridged = servers;
    const server = { transport: 'http', name: 'simse', url: 'http://127.0.0.1:1/mcp', headers: {} } as const;
    const settled = () => Promise.resolve();
    return Promise.resolve({ server, settled, [Symbol.asyncDispose]: () => Promise.resolve() });
  };
  const session = open(backend, () => null, backend, mcp);
  const turn = session.prompt(text('go'));
  await expect.poll(() => services).toBeDefined();
  if (bridged === undefined || services === undefined) throw new Error('No bridge was opened.');
  return { session, turn, bridged, services };
}

const asked = (session: Session) => session.getState().questions.map(({ title }) => title);
const answer = (session: Session, optionId: string): void => {
  const [question] = session.getState().questions;
  session.answer(question?.id ?? '', { outcome: 'selected', optionId });
};
const firstText = ({ content: [block] }: ToolResult) => (block?.type === 'text' ? block.text : undefined);

/** Its calls run until they are given up. */
const endless: ToolCatalogue = {
  ...fakeMcpHost().catalogue,
  call: (_name, _args, options) =>
    new Promise((_resolve, reject) => {
      options?.signal?.addEventListener('abort', () => reject(new SimseError('cancelled', 'given up')));
    }),
};

test('three calls at once are asked about in their order, and each gets its own answer', async () => {
  const { session, bridged } = await openBridged();
  const results = Promise.all(
    ['a/one', 'a/two', 'a/three'].map((name) => bridged.catalogue.call(name, { name })),
  );
  expect(asked(session)).toEqual(['Call a/one', 'Call a/two', 'Call a/three']);
  answer(session, 'allow_once');
  await expect.poll(() => asked(session)).toEqual(['Call a/two', 'Call a/three']);
  answer(session, 'reject_once');
  await expect.poll(() => asked(session)).toEqual(['Call a/three']);
  answer(session, 'allow_once');
  expect((await results).map(firstText)).toEqual([
    '{"name":"a/one"}',
    'a/two was not called: you rejected it.',
    '{"name":"a/three"}',
  ]);
});

test('a question stands with the call of the agent that it is about', async () => {
  const { session, bridged } = await openBridged();
  void bridged.catalogue.call('a/one', {}, { toolCallId: 't1' });
  void bridged.offers.readResource('a', 'note://1', { toolCallId: 't2' }).catch(() => {});
  expect(session.getState().questions).toMatchObject([{ toolCallId: 't1' }, { toolCallId: 't2' }]);
});

test('reading a resource and getting a prompt are asked about with what is read', async () => {
  const { session, bridged } = await openBridged();
  const reading = bridged.offers.readResource('files', 'note://1');
  const getting = bridged.offers.getPrompt('files', 'greet', { who: 'Ada' });
  expect(session.getState().questions.map(({ request }) => request)).toEqual([
    { kind: 'tool', tool: 'files/resources/read', args: { uri: 'note://1' } },
    { kind: 'tool', tool: 'files/prompts/get', args: { name: 'greet', arguments: { who: 'Ada' } } },
  ]);
  answer(session, 'reject_once');
  await expect(reading).rejects.toMatchObject({
    code: 'denied',
    message: 'files/resources/read was not called: you rejected it',
  });
  await expect.poll(() => asked(session)).toEqual(['Call files/prompts/get']);
  answer(session, 'allow_once');
  expect(await getting).toEqual([]);
});

test.each(['mcp__simse__simse__read_resource', 'mcp__simse__everything__echo'])(
  'of %s the agent need not ask, since the bridge does',
  async (toolName) => {
    const { session, services } = await openBridged();
    const claim: Claim = { kind: 'claim', title: 'Do it', toolKind: 'other', toolName, paths: [], diffs: [] };
    const options = [{ id: 'yes', label: 'Yes', kind: 'allow_once' } as const];
    const answered = services.gate.answer(claim, options, { askedBy: 'fake' });
    expect(await answered).toEqual({ outcome: 'selected', optionId: 'yes' });
    expect(asked(session)).toEqual([]);
  },
);

test('Esc ends the calls of a turn, and takes their questions back, though the agent gives none up', async () => {
  const begun: string[] = [];
  const call: ToolCatalogue['call'] = (name, args, options) => {
    begun.push(name);
    return endless.call(name, args, options);
  };
  const { session, turn, bridged } = await openBridged(fakeMcpHost({ ...endless, call }));
  const running = bridged.catalogue.call('a/one', {}).catch((error: unknown) => error);
  answer(session, 'allow_once');
  await expect.poll(() => begun).toEqual(['a/one']);
  const waiting = bridged.catalogue.call('a/two', {});
  await expect.poll(() => asked(session)).toEqual(['Call a/two']);
  session.cancel();
  expect(await running).toMatchObject({ code: 'cancelled' });
  expect(firstText(await waiting)).toBe('a/two was not called: the question was cancelled.');
  expect(asked(session)).toEqual([]);
  await turn;
});

test('a call of the next turn is asked about anew', async () => {
  const { session, turn, bridged } = await openBridged();
  session.cancel();
  await turn;
  void session.prompt(text('again'));
  void bridged.catalogue.call('a/one', {});
  expect(asked(session)).toEqual(['Call a/one']);
});

test('how far a call is shows in the conversation', async () => {
  const catalogue: ToolCatalogue = {
    ...endless,
    call(name, args, options) {
      options?.onProgress?.({ progress: 3, total: 7 });
      return endless.call(name, args, options);
    },
  };
  const { session, bridged } = await openBridged(fakeMcpHost(catalogue));
  const events: unknown[] = [];
  session.onEvent((event) => events.push(event));
  void bridged.catalogue.call('a/one', {}, { toolCallId: 't1' }).catch(() => {});
  answer(session, 'allow_once');
  await expect
    .poll(() => events)
    .toContainEqual(expect.objectContaining({ type: 'tool_progress', tool: 'a/one', toolCallId: 't1' }));
});

test('after a cancel no call passes, whatever the rules say, until the next turn', async () => {
  const called: string[] = [];
  const catalogue: ToolCatalogue = {
    ...fakeMcpHost().catalogue,
    call(name) {
      called.push(name);
      return Promise.resolve({ content: [], isError: false });
    },
  };
  const { session, turn, bridged } = await openBridged({ ...fakeMcpHost(), catalogue });
  session.permissions.add('allow', '*');
  session.cancel();
  const result = await bridged.catalogue.call('a/one', {});
  expect(result).toMatchObject({ isError: true });
  expect(firstText(result)).toContain('cancelled');
  expect(called).toEqual([]);
  await turn;
});
