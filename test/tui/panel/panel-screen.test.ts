import { expect, test } from 'vitest';
import { FakeSession } from '../fake-session.ts';
import { FakeTerminal } from '../fake-terminal.ts';
import { openReady, PROMPT } from '../open-repl.ts';
import { GREET, hasServer, NOTES, ORDER } from '../servers.ts';

function shopSession(): FakeSession {
  return new FakeSession({
    onCommand: () => ({ kind: 'panel', panel: 'mcp', item: null, text: () => Promise.resolve('') }),
  });
}

test('/mcp opens a panel that follows what happens, and leaves nothing behind', async () => {
  const terminal = new FakeTerminal();
  const { session } = await openReady(terminal, shopSession());
  session.emit(hasServer({ state: 'starting' }));
  terminal.type('/mcp\r');
  await terminal.waitFor('▸ shop  starting');
  session.emit(hasServer({ tools: 3 }));
  await terminal.waitFor('✔ shop  ready  stdio  3 tools');
  terminal.type('\r');
  await terminal.waitFor('── shop · ready');
  terminal.type('\u001b');
  await terminal.waitFor('── MCP servers');
  terminal.type('\u001b');
  await expect.poll(() => terminal.screen()).toMatch(/\? for keys\n› Ask anything$/);
  expect(terminal.transcript()).not.toContain('MCP servers');
});

test('what can be done about a server that has failed is said with what is wrong', async () => {
  const terminal = new FakeTerminal();
  const { session } = await openReady(terminal, shopSession());
  session.emit(hasServer({ state: 'failed', detail: 'connection refused', hint: 'Is the server running?' }));
  terminal.type('/mcp\r');
  await terminal.waitFor('connection refused');
  terminal.type('\r');
  await terminal.waitFor('connection refused\nIs the server running?');
  expect(terminal.screen()).toContain('── shop · failed');
});

test('a key of the panel acts on the server, and what came of it is said there', async () => {
  const terminal = new FakeTerminal();
  const { session } = await openReady(terminal, shopSession());
  session.emit(hasServer());
  terminal.type('/mcp\r');
  await terminal.waitFor('✔ shop');
  terminal.type('\r');
  await terminal.waitFor('r restart');
  terminal.type('r');
  await terminal.waitFor('shop was started again.');
  expect(terminal.screen()).toContain('── shop · ready');
});

test('what was done after the panel has been closed is said in the scrollback', async () => {
  const terminal = new FakeTerminal();
  let finish: (said: string) => void = () => {};
  const session = shopSession();
  Object.assign(session.mcp, { restart: () => new Promise<string>((resolve) => (finish = resolve)) });
  await openReady(terminal, session);
  session.emit(hasServer());
  terminal.type('/mcp\r');
  await terminal.waitFor('✔ shop');
  terminal.type('\r');
  await terminal.waitFor('r restart');
  terminal.type('r');
  await terminal.waitFor('Restarting shop…');
  terminal.type('\u0003');
  await terminal.waitFor(PROMPT);
  finish('shop is ready with 3 tools.');
  await terminal.waitFor('shop is ready with 3 tools.');
  expect(terminal.screen()).not.toContain('── shop');
});

test('prompts and resources that come later are completed, and a server is asked for values', async () => {
  const terminal = new FakeTerminal();
  const session = new FakeSession();
  const asked: unknown[] = [];
  let changed = (): void => {};
  Object.assign(session.mcp, {
    prompts: () => [GREET],
    resources: () => [NOTES],
    templates: () => [ORDER],
    complete(query: unknown) {
      asked.push(query);
      return Promise.resolve(['Ada', 'Alan']);
    },
    onChange(listener: () => void) {
      changed = listener;
      return () => {};
    },
  });
  await openReady(terminal, session);
  session.emit(hasServer());
  changed();
  terminal.type('/sh');
  await terminal.waitFor('/shop:greet <name> [style]  Greets somebody.');
  terminal.type('\tA');
  await terminal.waitFor(/› Ada +name: Who it is.\n +Alan/);
  expect(asked).toEqual([
    {
      target: { kind: 'prompt', server: 'shop', name: 'greet' },
      argument: { name: 'name', value: 'A' },
      context: {},
    },
  ]);
});
