import { expect, test } from 'vitest';
import { SimseError } from '../../../src/core/errors.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { echoAgent, fakeBackend } from '../fake-backend.ts';
import { openWith, ran, text } from '../open-session.ts';
import { SHOP, shopHost } from '../shop-host.ts';

function openShop(over: Parameters<typeof shopHost>[0] = {}) {
  const mcp = shopHost(over);
  return { mcp, session: openWith(fakeBackend(echoAgent), { mcp }) };
}

test('/mcp is a panel, and where there are none a list', async () => {
  const { session } = openShop();
  const listed = await ran(session, '/mcp');
  expect(listed).toMatchObject({ kind: 'panel', panel: 'mcp', item: null });
  expect(listed).toMatchObject({
    text: expect.stringMatching(/shop +ready · stdio · 2 tools\n +down +failed · stdio · it crashed/),
  });
});

test('/mcp with a server is about that one, with its instructions and its log', async () => {
  const { session } = openShop();
  expect(await ran(session, '/mcp shop')).toMatchObject({
    kind: 'panel',
    item: 'shop',
    text: expect.stringMatching(/shop[^]*Ask before you refund\.[^]*listening/),
  });
});

test('/mcp with a server that has failed says what can be done about it', async () => {
  const { session, mcp } = openShop();
  mcp.show({ ...SHOP, state: 'failed', detail: 'it is refused', hint: 'Look at its headers.' });
  expect(await ran(session, '/mcp shop')).toMatchObject({
    text: expect.stringMatching(/it is refused\n +Look at its headers\./),
  });
});

test.each([
  ['restart shop', 'restart shop', 'shop is ready with 2 tools.'],
  ['restart down', 'restart down', 'down has failed: it crashed.'],
  ['enable shop', 'enable shop', 'shop is ready with 2 tools.'],
  ['disable shop', 'disable shop', 'shop is ready with 2 tools.'],
  ['login shop', 'log in shop', 'shop is ready with 2 tools.'],
  ['logout shop', 'log out shop', 'Logged out of shop.'],
  ['logout down', 'log out down', 'You were not logged in to down.'],
])('/mcp %s does so, and says what came of it', async (argument, done, said) => {
  const { session, mcp } = openShop();
  expect(await ran(session, `/mcp ${argument}`)).toEqual({ kind: 'handled', text: said });
  expect(mcp.done).toEqual([done]);
});

test.each([
  ['restart', 'Which server? /mcp restart <name>'],
  ['restart shopp', 'There is no MCP server shopp. Did you mean shop?'],
  ['restrat', 'There is no MCP server restrat. Did you mean restart?'],
  ['zzz', 'There is no MCP server zzz. There are shop, down.'],
])('/mcp %s says what is wrong with it', async (argument, said) => {
  expect(await ran(openShop().session, `/mcp ${argument}`)).toEqual({ kind: 'handled', text: said });
});

test('what fails is said with what to do, and never thrown', async () => {
  const { session } = openShop({
    logIn: () => Promise.reject(new SimseError('usage', 'shop has no login', { hint: 'It needs none.' })),
    restart: () => Promise.reject(new TypeError('a bug')),
  });
  expect(await session.mcp.logIn('shop')).toBe('shop has no login\nIt needs none.');
  expect(await session.mcp.restart('shop')).toContain('This is a bug in simse');
});

test('a login is offered while a server runs, and not while it starts', () => {
  const { mcp } = openShop();
  expect([mcp.services.mayLogIn?.('shop'), mcp.services.mayLogIn?.('down')]).toEqual([true, false]);
});

test('without a terminal no login is shown', () => {
  const mcp = shopHost();
  openWith(fakeBackend(echoAgent), { mcp, interactive: false });
  expect(mcp.services.showLogIn).toBeUndefined();
});

test.each([
  [true, 'Run `simse mcp login linear`.', '! linear: needs a login. Run `/mcp login linear`.'],
  [false, 'Run `simse mcp login linear`.', '! linear: needs a login. Run `simse mcp login linear`.'],
  [true, 'Set "auth" of linear in mcp.json.', '! linear: needs a login. Set "auth" of linear in mcp.json.'],
])('a server that needs a login says how to get one', (interactive, hint, told) => {
  let tell: (level: 'warn', server: string, text: string) => void = () => {};
  const mcp = shopHost({
    onNotice(listener) {
      tell = listener;
      return () => {};
    },
  });
  const session = openWith(fakeBackend(echoAgent), { mcp, interactive });
  mcp.show({ ...SHOP, name: 'linear', state: 'needs_auth', hint });
  tell('warn', 'linear', 'needs a login');
  expect(
    session.getState().entries.map((entry) => entry.kind === 'notice' && `! ${entry.source}: ${entry.text}`),
  ).toEqual([told]);
});

test('/add-dir adds a folder for the gate, the servers and the next start of the backend', async () => {
  const [work, other] = [await tempDir(), await tempDir({ 'a/b.txt': '' })];
  const mcp = shopHost();
  const backend = fakeBackend(async (_blocks, { gate }) => {
    const path = { given: `${other}/a/b.txt`, real: `${other}/a/b.txt` };
    const { allowed } = await gate.authorize({ kind: 'read', path }, { askedBy: 'fake' });
    return { stopReason: allowed ? 'end_turn' : 'refusal' };
  });
  const session = openWith(backend, { mcp, cwd: work, roots: [work], home: other, interactive: false });
  expect(await session.prompt(text('read it'))).toEqual({ stopReason: 'refusal' });
  expect(await ran(session, '/add-dir ~/a')).toEqual({
    kind: 'handled',
    text: expect.stringMatching(
      new RegExp(`^${other}/a is in the workspace now\\.[^]*fake gets it when it next starts`),
    ),
  });
  expect(mcp.done).toEqual([`roots ${work} ${other}/a`]);
  expect(await session.prompt(text('read it'))).toEqual({ stopReason: 'end_turn' });
  backend.crash('gone');
  await expect.poll(() => session.getState().backendState).toBe('exited');
  await session.prompt(text('read it'));
  expect(backend.opened.at(-1)?.additionalDirectories).toEqual([`${other}/a`]);
});

test.each([
  ['', 'Which folder?'],
  ['nowhere', 'nowhere is not a directory.'],
  ['.', 'is already in the workspace.'],
])('/add-dir %s is refused', async (path, said) => {
  const work = await tempDir();
  const session = openWith(fakeBackend(echoAgent), { cwd: work, roots: [work] });
  expect(await ran(session, `/add-dir ${path}`)).toMatchObject({ text: expect.stringContaining(said) });
});
