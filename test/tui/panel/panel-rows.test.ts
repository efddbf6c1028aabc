import { expect, test } from 'vitest';
import { span } from '../../../src/tui/draw/span.ts';
import { changeView, createPanel, type PageView } from '../../../src/tui/panel/panel-state.ts';
import type { McpView } from '../../../src/tui/prompt/completion/mcp-feed.ts';
import { createUiState, type UiState } from '../../../src/tui/repl/ui-state.ts';
import { FakeSession, READY } from '../fake-session.ts';
import { draw } from '../live/draw-live.tsx';
import { hasServer, tool, view } from '../servers.ts';

const CHANGE = { kind: 'changed', before: 'a', after: 'b', hash: 'h' } as const;
const MCP = view({
  tools: [
    tool('list-orders', 'Lists the orders of a day.\nAll of them.'),
    tool('refund', 'Gives money back.', { change: CHANGE }),
  ],
  log: () => ['listening', 'disk almost \u001b[31mfull'],
  instructions: () => 'Ask before you refund.',
});

function session(): FakeSession {
  const fake = new FakeSession();
  fake.emit(
    ...READY,
    hasServer({
      name: 'shop',
      tools: 2,
      prompts: 1,
      resources: 3,
      readyMs: 312,
      pid: 77,
      protocolVersion: '2025-11-25',
    }),
    hasServer({ name: 'linear', transport: 'http', state: 'needs_auth', detail: 'it wants a login' }),
    hasServer({
      name: 'broken',
      state: 'failed',
      detail: 'node was not found',
      lastError: 'node was not found',
      restarts: 5,
    }),
    hasServer({ name: 'git', state: 'disabled' }),
  );
  return fake;
}

const SIZE = { columns: 80, rows: 24 };

function drawn(
  item: string | null,
  changes: Partial<PageView> & { message?: string } = {},
  mcp: McpView = MCP,
  size = SIZE,
  from = session(),
): string {
  const { message, ...view } = changes;
  const panel = changeView(createPanel('mcp', item), view);
  const told = message === undefined ? null : [span(message)];
  const ui: UiState = { ...createUiState([]), panel: { ...panel, message: told } };
  const { rows, cursor } = draw(from, ui, size, mcp);
  expect(cursor).toBeNull();
  expect(rows.length).toBeLessThan(size.rows);
  return rows.join('\n');
}

test('the list says of every server how it is and what it offers', () => {
  expect(drawn(null)).toMatchInlineSnapshot(`
    "
    ── MCP servers ───────────── 1 ready · 1 needs login · 1 failed · 1 disabled ──
    › ✔ shop    ready        stdio  2 tools · 1 prompt · 2 resources · 1 template …
      ! linear  needs login  http   it wants a login
      ✗ broken  failed       stdio  node was not found
      ○ git     disabled     stdio
    type to filter · ↑↓ to move · Enter to open · Esc to close

    » default · claude · ~/shop · MCP: 1 needs login, 1 failed
    › Ask anything"
  `);
});

test('a server that needs a login says so once, and how to log in', () => {
  const fake = session();
  const hint = 'Run `simse mcp login linear`.';
  fake.emit(
    hasServer({ name: 'linear', transport: 'http', state: 'needs_auth', detail: 'needs a login', hint }),
  );
  expect(drawn(null, {}, MCP, SIZE, fake)).toContain(
    '! linear  needs login  http   Run `simse mcp login linear`.',
  );
  expect(drawn('linear', {}, MCP, SIZE, fake)).toMatch(
    /linear · needs login.*\nRun `simse mcp login linear`\.\n/,
  );
});

test('a filter leaves those that have it, and says when none has', () => {
  expect(drawn(null, { filter: 'http' })).toMatch(/filter: http.*\n› ! linear/);
  expect(drawn(null, { filter: 'zz' })).toContain('No match for "zz".');
});

test('a server is shown with its tools, prompts, resources, instructions and log', () => {
  expect(drawn('shop', {}, MCP, { columns: 80, rows: 60 })).toMatchInlineSnapshot(`
    "
    ── shop · ready ────────────── stdio · pid 77 · 2025-11-25 · ready in 312 ms ──
    runs shop-mcp --stock

    Tools
      list-orders  Lists the orders of a day. All of them.
      refund       changed: asked about before it is used

    Prompts
      /shop:greet  Greets somebody.

    Resources
      shop://notes                   Notes
      shop://orders                  orders
      shop://order/{id}/line/{line}  order line

    Instructions
      Ask before you refund.

    Log
      listening
      disk almost full
    r restart · e disable · Esc to go back

    » default · claude · ~/shop · MCP: 1 needs login, 1 failed
    › Ask anything"
  `);
});

test('what is wrong with a server and its log come first', () => {
  expect(drawn('broken')).toMatch(
    /broken · failed[^]*node was not found[^]*restarted 5 times[^]*Log[^]*disk almost full/,
  );
  expect(drawn('broken')).not.toContain('last error');
});

test('in a low terminal it scrolls and says how much is below', () => {
  const top = drawn('shop', {}, MCP, { columns: 80, rows: 16 });
  expect(top).toContain('more)');
  const end = drawn('shop', { scroll: 1000 }, MCP, { columns: 80, rows: 16 });
  expect(end).toContain('disk almost full');
});

test('what came of a key stands above the keys', () => {
  expect(drawn('shop', { message: 'Restarting shop…' })).toMatch(/Restarting shop…\n.*r restart · e disable/);
});

test('what came of a key has a few rows, where the terminal has them', () => {
  const message =
    'The login to linear failed: the page said no, and it said why at length. Run simse mcp login.';
  expect(drawn('linear', { message })).toMatch(
    /The login to linear failed[^]*Run\s+simse mcp login\.\n.*r restart/,
  );
  const endless = drawn('linear', { message: message.repeat(9) });
  expect(endless).toMatch(/(The login.*\n)(.*\n){2}.*…\n.*r restart/);
  expect(endless).toContain('it wants a login');
  const narrow = drawn('linear', { message }, MCP, { columns: 60, rows: 8 });
  expect(narrow).toMatch(/The login to linear failed.*…\n.*r restart/);
});

test.each([
  [20, 8],
  [40, 12],
  [200, 50],
])('nothing of it is wider or higher than a terminal of %i by %i', (columns, rows) => {
  for (const item of [null, 'shop', 'linear'])
    for (const row of drawn(item, {}, MCP, { columns, rows }).split('\n'))
      expect(row.length).toBeLessThan(columns);
});
