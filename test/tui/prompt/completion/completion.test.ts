import { expect, test } from 'vitest';
import { joinCommands } from '../../../../src/tui/prompt/completion/complete-command.ts';
import { completionQuery, completionsOf } from '../../../../src/tui/prompt/completion/complete-draft.ts';
import { NOTHING_LOOKED_UP } from '../../../../src/tui/prompt/completion/lookups.ts';
import { type McpView, queryKey } from '../../../../src/tui/prompt/completion/mcp-feed.ts';
import type { UiState } from '../../../../src/tui/repl/ui-state.ts';
import { typed } from '../../live/draw-live.tsx';
import { server, view } from '../../servers.ts';

const SERVERS = view();
const COMMANDS = joinCommands([{ name: 'help', description: '' }], [], [], SERVERS.prompts);

function sources(mcp: McpView) {
  return {
    mcp,
    lookups: NOTHING_LOOKED_UP,
    commands: COMMANDS,
    session: { mcp: [server(), server({ name: 'empty' })] },
  };
}

const labels = (ui: UiState, mcp = SERVERS) =>
  completionsOf(ui.prompt, sources(mcp)).map(({ label }) => label);
const inserts = (draft: string, mcp = SERVERS) =>
  completionsOf(typed(draft).prompt, sources(mcp)).map(({ insert }) => insert);

/** The view once a server has answered the query of a draft. */
function answered(draft: string, values: string[], before = SERVERS): McpView {
  const query = completionQuery(typed(draft).prompt, sources(before));
  if (query === null) throw new Error(`${draft} asks nothing`);
  return { ...before, values: new Map([...before.values, [queryKey(query), values]]) };
}

test('prompts of servers are listed with the commands, and say what they take', () => {
  expect(labels(typed('/'))).toEqual(['/help', '/shop:greet <name> [style]']);
  expect(labels(typed('/sh'))).toEqual(['/shop:greet <name> [style]']);
});

test('the values of a prompt’s argument are those that its server says', () => {
  const draft = '/shop:greet name=Ada st';
  expect(completionQuery(typed(draft).prompt, sources(SERVERS))).toEqual({
    target: { kind: 'prompt', server: 'shop', name: 'greet' },
    argument: { name: 'style', value: 'st' },
    context: { name: 'Ada' },
  });
  expect(labels(typed(draft), answered(draft, ['stern', 'very stern']))).toEqual(['stern', 'very stern']);
  expect(inserts(draft, answered(draft, ['very stern']))).toEqual(['"very stern" ']);
});

test('while a server has not answered yet, what it said before is narrowed', () => {
  const mcp = answered('/shop:greet A', ['Ada', 'Alan', 'Grace A']);
  expect(labels(typed('/shop:greet Al'), mcp)).toEqual(['Alan']);
  expect(labels(typed('/shop:greet B'), mcp)).toEqual([]);
});

test('after @ come the servers with resources, then their resources, then what a template takes', () => {
  expect(labels(typed('read @'))).toEqual(['@shop:']);
  expect(labels(typed('read @shop:'))).toEqual([
    'shop://notes',
    'shop://orders',
    'shop://order/{id}/line/{line}',
  ]);
  expect(labels(typed('read @shop:NOTES'))).toEqual(['shop://notes']);
});

test('what begins as it was typed is above what only contains it', () => {
  const other = { server: 'shop', uri: 'x://all', name: 'shop://orders, all of them' };
  const mcp = view({ resources: [other, ...SERVERS.resources], templates: [] });
  expect(labels(typed('@shop:shop://o'), mcp)).toEqual(['shop://orders', 'x://all']);
});

test('a template is filled in variable by variable', () => {
  const mcp = answered('@shop:shop://order/', ['4', '5 a']);
  expect(inserts('@shop:shop://order/', mcp)).toEqual([
    'shop://order/4/line/',
    'shop://order/5%20a/line/',
    'shop://order/',
  ]);
  const next = answered('@shop:shop://order/4/line/', ['1'], mcp);
  expect(inserts('@shop:shop://order/4/line/', next)).toEqual([
    'shop://order/4/line/1 ',
    'shop://order/4/line/',
  ]);
});

test.each(['mail ada@', 'an @nobody:', '@empty:', 'nothing'])('"%s" has no completions', (draft) => {
  expect(labels(typed(draft))).toEqual([]);
});

test('a mention in the middle of a draft is completed where the cursor is', () => {
  const { prompt } = typed('read @shop:shop://no and go');
  const inside = { ...prompt, editor: { ...prompt.editor, cursor: 'read @shop:shop://no'.length } };
  expect(completionsOf(inside, sources(SERVERS))).toMatchObject([
    { start: 11, end: 20, insert: 'shop://notes ' },
  ]);
});
