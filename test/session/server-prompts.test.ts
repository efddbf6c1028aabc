import { expect, test } from 'vitest';
import type { ContentBlock } from '../../src/core/content.ts';
import type { ElicitationAnswer } from '../../src/core/elicitation/elicitation.ts';
import type { Session } from '../../src/core/ports/session.ts';
import { fakeBackend, patientAgent } from './fake-backend.ts';
import { openWith, text } from './open-session.ts';
import { shopHost } from './shop-host.ts';

/** A session with the shop's servers, and what its backend was prompted with. */
function openShop(interactive = true) {
  const prompts: ContentBlock[][] = [];
  const backend = fakeBackend((blocks) => {
    prompts.push(blocks);
    return Promise.resolve({ stopReason: 'end_turn' });
  });
  const mcp = shopHost();
  const session = openWith(backend, { mcp, interactive });
  return { session, prompts, mcp, backend };
}

const notices = (session: Session) =>
  session
    .getState()
    .entries.flatMap((entry) => (entry.kind === 'notice' ? [`${entry.source}: ${entry.text}`] : []));

async function fill(session: Session, answer: ElicitationAnswer): Promise<void> {
  await expect.poll(() => session.getState().elicitations).toHaveLength(1);
  session.answerElicitation(session.getState().elicitations[0]?.id ?? '', answer);
}

test('a prompt of a server is sent in its words, which are shown as the user’s', async () => {
  const { session, prompts } = openShop();
  expect(await session.runCommand('/shop:greet Ada')).toEqual({ kind: 'prompt', text: '/shop:greet Ada' });
  await session.prompt(text('/shop:greet Ada'));
  expect(prompts).toEqual([text('Greet Ada!')]);
  expect(session.getState().entries.slice(0, 2)).toMatchObject([
    { kind: 'prompt', text: '/shop:greet Ada' },
    { kind: 'message', role: 'user', text: 'Greet Ada!' },
  ]);
});

test('who says what is marked where not all of it is the user’s', async () => {
  const { session, prompts } = openShop();
  await session.prompt(text('/shop:joke and be kind'));
  expect(prompts[0]).toEqual([
    ...text('User: Knock knock.'),
    ...text('Assistant: Who is there?'),
    ...text('User:'),
    { type: 'image', mimeType: 'image/png', data: 'iVBORw0=' },
    ...text('and be kind'),
  ]);
});

test('an argument that is missing is asked for, with what the server says of it', async () => {
  const { session, prompts } = openShop();
  const turn = session.prompt(text('/shop:greet style=,hello'));
  await expect
    .poll(() => session.getState().elicitations)
    .toMatchObject([
      {
        askedBy: 'shop',
        request: {
          mode: 'form',
          message: '/shop:greet: Greets somebody.',
          fields: [{ key: 'name', description: 'Who it is.', required: true }],
        },
      },
    ]);
  await fill(session, { action: 'accept', content: { name: 'Ada' } });
  expect(await turn).toEqual({ stopReason: 'end_turn' });
  expect(prompts).toEqual([text('Greet Ada,hello!')]);
});

test('who leaves the form sends nothing', async () => {
  const { session, backend } = openShop();
  const turn = session.prompt(text('/shop:greet'));
  await fill(session, { action: 'cancel' });
  expect(await turn).toEqual({ stopReason: 'cancelled' });
  expect(backend.starts).toBe(0);
});

test('without a terminal a missing argument is an error that says what to write', async () => {
  const { session } = openShop(false);
  expect(await session.prompt(text('/shop:greet'))).toEqual({
    stopReason: 'error',
    error: { code: 'usage', message: '/shop:greet needs name.', hint: 'Write /shop:greet name=…' },
  });
});

test('what came with the prompt stays behind it', async () => {
  const { session, prompts } = openShop();
  const piped: ContentBlock = { type: 'resource', uri: 'stdin:', text: 'piped' };
  await session.prompt([...text('/shop:greet Ada'), piped]);
  expect(prompts).toEqual([[...text('Greet Ada!'), piped]]);
});

test.each([
  [
    'a prompt that the server has not',
    '/shop:nope',
    { code: 'not_found', hint: 'There are /shop:greet, /shop:joke.' },
  ],
  ['a server that is down', '/down:x', { code: 'mcp_failed', message: 'down has failed: it crashed.' }],
])('%s ends the turn with what there is', async (_what, line, error) => {
  const { session, backend } = openShop();
  expect(await session.prompt(text(line))).toMatchObject({ stopReason: 'error', error });
  expect(backend.starts).toBe(0);
});

test('a colon does not make a prompt of a command that nobody has', async () => {
  const { session } = openShop();
  expect(await session.runCommand('/nobody:x')).toMatchObject({
    kind: 'handled',
    text: expect.stringContaining('no command'),
  });
});

test('a mentioned resource attached with the prompt, and that is told', async () => {
  const { session, prompts, mcp } = openShop();
  await session.prompt(text('Sum up @shop:shop://notes.'));
  expect(prompts[0]).toMatchObject([
    { type: 'text', text: 'Sum up @shop:shop://notes.' },
    { type: 'resource', uri: 'shop://notes', text: 'buy milk' },
  ]);
  expect(notices(session)).toEqual(['shop: shop://notes was read (8 characters)']);
  expect(mcp.done).toEqual([]);
});

test('one that cannot be read is told, and the prompt goes as it was typed', async () => {
  const { session, prompts } = openShop();
  await session.prompt(text('@shop:shop://gone and @shop:shop://notes'));
  expect(prompts[0]).toHaveLength(2);
  expect(notices(session)).toContain('shop: shop://gone was not read: there is no shop://gone');
});

test('a server that does not run is started for what is mentioned of it', async () => {
  const { session, mcp } = openShop();
  await session.prompt(text('@down:x'));
  expect(mcp.done).toContain('start');
});

test('a prompt that names something of a server waits for its own turn, where others are handed to the running one', async () => {
  const backend = fakeBackend(patientAgent);
  backend.takesSteering = true;
  const session = openWith(backend, { mcp: shopHost() });
  const first = session.prompt(text('one'));
  await expect.poll(() => session.getState().backendState).toBe('ready');
  void session.prompt(text('@shop:shop://notes'));
  expect(await session.prompt(text('two'))).toEqual({ stopReason: 'end_turn' });
  expect(backend.steered).toEqual(['two']);
  expect(session.getState().queue).toMatchObject([{ text: '@shop:shop://notes' }]);
  session.cancel();
  await first;
});

test('another backend is told what a server said in the user’s name', async () => {
  const { session, prompts } = openShop();
  await session.prompt(text('/shop:greet Ada'));
  await session.runCommand('/agent fake');
  await session.prompt(text('and now?'));
  expect(prompts[1]?.[0]).toMatchObject({ text: expect.stringContaining('User: Greet Ada!') });
});
