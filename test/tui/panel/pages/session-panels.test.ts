import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/state/events.ts';
import type { Diff, ToolStatus } from '../../../../src/core/tool-call.ts';
import { agentSays } from '../../fake-session.ts';
import { hasServer, tool, view } from '../../servers.ts';
import { PanelTester, SIZES } from '../panel-tester.ts';

let calls = 0;

function edits(diff: Diff, status: ToolStatus = 'completed'): SessionEvent {
  calls += 1;
  return {
    type: 'tool_call',
    call: { id: `c${calls}`, title: 'Edit', kind: 'edit', status, content: [{ type: 'diff', ...diff }] },
  };
}

function turn(text: string, used: number, amount: number): SessionEvent[] {
  return [
    { type: 'turn_started', turnId: text, prompt: [{ type: 'text', text }] },
    agentSays('Done.'),
    { type: 'usage', usage: { used, size: 200_000, cost: { amount, currency: 'USD' } } },
    { type: 'turn_ended', turnId: text, stopReason: 'end_turn' },
  ];
}

const CART = '/home/me/shop/cart.ts';

test('/resume shows the sessions of this directory, and which is open elsewhere', async () => {
  const tester = new PanelTester().open('resume');
  expect(await tester.sees('carts')).toMatchInlineSnapshot(`
    "── Earlier sessions ───────────────────────────────────────────── 2 sessions ──
    › Why is the import slow  3 min ago  claude  4 turns
      Empty carts             yesterday  codex   open in another simse
    type to filter · ↑↓ to move · Enter to resume · → details · Esc to close"
  `);
});

test('Enter goes on with a session, by the command that does so', async () => {
  const tester = new PanelTester().open('resume');
  await tester.sees('carts');
  tester.press('enter');
  expect(tester.person.effects).toEqual([{ type: 'command', line: '/resume 2026-11-20-slow', told: true }]);
});

test('one that is open elsewhere is only forked', async () => {
  const tester = new PanelTester().open('resume');
  await tester.sees('carts');
  tester.press('down', 'enter');
  expect(tester.screen()).toContain('Another simse has it open.');
  tester.press('right');
  expect(await tester.sees('twice')).toMatchInlineSnapshot(`
    "── Empty carts ─────────────────────────────────────────────────── yesterday ──
      session  2026-11-19-cart
      agent    codex
      turns    1
      open     in another simse

    Asked last
      why is it slow?

    Answered
      It reads the file twice.
    Enter to resume · f fork · Esc to go back"
  `);
  tester.type('f');
  expect(tester.person.effects).toEqual([{ type: 'leave', next: { id: '2026-11-19-cart', fork: true } }]);
});

test('nothing is opened while a turn runs', async () => {
  const tester = new PanelTester([{ type: 'turn_started', turnId: 't', prompt: [] }]).open('resume');
  await tester.sees('carts');
  tester.press('enter');
  expect(tester.person.effects).toEqual([]);
  expect(tester.screen()).toContain('A turn is running');
});

test('/diff joins edits that follow each other, and counts what they come to', () => {
  const tester = new PanelTester([
    edits({ path: CART, oldText: 'a\nb\n', newText: 'a\nB\n', line: 1 }),
    edits({ path: CART, oldText: 'a\nB\n', newText: 'a\nB\nc\n', line: 1 }),
    edits({ path: '/home/me/shop/new.ts', oldText: null, newText: 'x\n' }),
    edits({ path: '/etc/hosts', line: 1, oldText: '', newText: 'no\n' }, 'failed'),
  ]).open('diff');
  expect(tester.screen()).toMatchInlineSnapshot(`
    "── Changes of this session ─────────────────────────────────── 2 files +3 −1 ──
    › new.ts   +1     new  1 edit
      cart.ts  +2 −1       2 edits
    type to filter · ↑↓ to move · Enter to open · Ctrl+O to show all · Esc to close"
  `);
  expect(tester.open('diff', CART).screen()).toMatch(/cart\.ts.*\+2 −1 · 2 edits[^]*- b[^]*\+ B[^]*\+ c/);
});

test.each([
  ['the list', null, 'ctrl+o'],
  ['a file', CART, 'd'],
])('/diff shows all changes on the other screen, from %s', (_name, item, chord) => {
  const tester = new PanelTester([edits({ path: CART, oldText: 'a\n', newText: 'b\n', line: 1 })]).open(
    'diff',
    item,
  );
  tester.screen();
  if (chord.length === 1) tester.type(chord);
  else tester.press(chord);
  expect(tester.person.effects).toEqual([{ type: 'show-changes' }]);
});

test('edits of the same file that do not follow each other stand below each other', () => {
  const tester = new PanelTester([
    edits({ path: CART, oldText: 'one', newText: '1', line: 1 }),
    edits({ path: CART, oldText: 'two', newText: '2', line: 1 }),
  ]).open('diff', CART);
  expect(tester.screen()).toMatch(/- one\s+1 \+ 1\s+1 - two\s+1 \+ 2/);
});

test('/diff without a change says so', () => {
  expect(new PanelTester().open('diff').screen()).toContain('No file was changed yet');
});

test('/context shows how full it is, and what is in it', () => {
  const tester = new PanelTester([...turn('mend it', 40_000, 0.1), ...turn('go on', 150_000, 0.25)]).open(
    'context',
  );
  expect(tester.screen()).toMatchInlineSnapshot(`
    "── Context ──────────────────────────────────────────────────────── 75% full ──
      █████████████████████████████████████████████░░░░░░░░░░░░░░░
      150k of 200k tokens, 50k left

    What was said
      prompts     2
      messages    2
      tool calls  0
      largest     turn 2 added 110k tokens
    Esc to close"
  `);
});

test('/cost shows each turn with what it added', () => {
  const tester = new PanelTester([...turn('mend it', 40_000, 0.1), ...turn('go on', 150_000, 0.254)]).open(
    'cost',
  );
  expect(tester.screen()).toMatch(
    / 1 +\$0\.10 +40k tokens \(\+40k\).*mend it\n› +2 +\$0\.15 +150k tokens \(\+110k\).*go on/,
  );
});

test('what an agent does not tell is said to be unknown', () => {
  expect(new PanelTester().open('context').screen()).toContain('claude does not tell how much');
  expect(new PanelTester().open('cost').screen()).toContain('claude does not tell what they cost');
});

test('/status says what the session is and stands on', async () => {
  const tester = new PanelTester([hasServer({ tools: 2 }), ...turn('mend it', 40_000, 0.1)]).open('status');
  await tester.sees('rules');
  expect(tester.screen({ columns: 80, rows: 60 })).toMatchInlineSnapshot(`
    "── Status ─────────────────────────────────────────────────────────────────────
      session      s
      directory    /home/me/shop
      mode         default
      permissions  2 rules
      context      40k of 200k tokens (20%) · $0.10

    Agent
      name   claude, ready
      agent  Claude Agent 0.100

    MCP servers
      shop  2 tools

    Files
      recorded in  /home/me/.local/share/simse/sessions/fake
      config       /home/me/.config/simse/acp.json
    Esc to close"
  `);
});

test('/help finds commands, keys and how things are done, and types a command', () => {
  const tester = new PanelTester().open('help', null, 'mode');
  expect(tester.screen()).toMatch(/› \/mode[^]*Shift\+Tab/);
  tester.press('enter');
  expect([tester.isOpen, tester.person.draft]).toEqual([false, '/mode ']);
});

test('a how-to is read in the help', () => {
  const tester = new PanelTester().open('help', null, 'several lines').press('enter');
  expect(tester.screen()).toContain('Ctrl+J begins a new line.');
});

test('/tools says what a tool is for, what it takes, and what becomes of a call', async () => {
  const tester = new PanelTester([hasServer()]);
  tester.person.mcp = view({
    tools: [
      tool('list', 'Lists the orders.', { annotations: { readOnlyHint: true } }),
      tool('refund', 'Gives money back.\nAll of it.', {
        annotations: { destructiveHint: true },
        inputSchema: {
          type: 'object',
          properties: {
            order: { type: 'string', description: 'Which order.' },
            why: { enum: ['late', 'broken'] },
            items: { type: 'array', items: { type: 'integer' }, default: [] },
          },
          required: ['order'],
        },
      }),
    ],
  });
  expect(tester.open('tools').screen()).toMatchInlineSnapshot(`
    "── MCP tools ─────────────────────────────────────────── 2 tools of 1 server ──
    shop
    › list    read-only    Lists the orders.
      refund  destructive  Gives money back. All of it.
    type to filter · ↑↓ to move · Enter to open · Esc to close"
  `);
  tester.open('tools', 'shop/refund');
  await tester.sees('a call');
  expect(tester.screen({ columns: 80, rows: 60 })).toMatchInlineSnapshot(`
    "── shop/refund ───────────────────────────────────────────────── destructive ──
      a call  is asked about: MCP tools need approval in this mode
      Its server says that it may destroy something.

    Description
      Gives money back.
      All of it.

    Arguments
      order  string  required  Which order.
      why    "late" | "broken"
      items  integer[]  ([] without it)
    Esc to go back"
  `);
});

test.each(SIZES)('they fit a terminal of $columns by $rows', async (size) => {
  const tester = new PanelTester([
    ...turn('mend it', 40_000, 0.1),
    edits({ path: CART, oldText: 'a', newText: 'b', line: 1 }),
  ]);
  for (const name of ['resume', 'status', 'context', 'cost', 'diff', 'help', 'tools'] as const)
    expect(await tester.open(name).sees(/──/, size)).toContain('Esc to close');
  await tester.open('resume', '2026-11-20-slow').sees('session', size);
});

test('/permissions says whose mode is in force, and asks once more before it allows everything', async () => {
  const choices = [{ value: 'free', name: 'Free' }];
  const mode = { id: 'mode', name: 'Mode', category: 'mode', value: 'free', choices, like: 'auto' } as const;
  const tester = new PanelTester([{ type: 'config_options', options: [mode] }]).open('permissions');
  await tester.sees('Denied');
  expect(tester.screen()).toContain("by claude's own mode Free; simse's is default");
  tester.type('decides').press('enter').type('bypass').press('enter');
  expect(tester.screen()).toContain('Run every command, edit and tool without asking?');
  expect(tester.session.getState().mode).toBe('default');
  tester.press('y');
  expect(tester.person.effects).toContainEqual({ type: 'set-mode', mode: 'bypassPermissions' });
});
