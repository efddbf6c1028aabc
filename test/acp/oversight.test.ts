import { expect, test } from 'vitest';
import type { GateRequest } from '../../src/core/gate/gate-request.ts';
import type { PermissionMode } from '../../src/core/gate/permission-mode.ts';
import { outcomeOf, type Rules } from '../core/gate-requests.ts';
import { textResult } from './fake-catalogue.ts';
import { createFakeGate } from './fake-gate.ts';
import { mockBackend, type Scenario, type Step } from './start-mock.ts';

const end = { result: { stopReason: 'end_turn' } };
const call = (fields: object) => ({ update: { sessionUpdate: 'tool_call', toolCallId: 't', ...fields } });
const done = { update: { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' } };
const ran = (command: string) => call({ kind: 'execute', status: 'completed', rawInput: { command } });
const edited = (path: string) => call({ kind: 'edit', status: 'completed', locations: [{ path }] });
const run = (command: string) => call({ kind: 'execute', status: 'in_progress', rawInput: { command } });
const edit = (path: string) => call({ kind: 'edit', status: 'in_progress', locations: [{ path }] });

const OPTIONS = [
  { optionId: 'once', name: 'Yes', kind: 'allow_once' },
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];
const ask = (toolCall: object) => ({
  call: { method: 'session/request_permission', params: { sessionId: 's1', toolCall, options: OPTIONS } },
});

interface Given {
  on?: Scenario['on'];
  answer?: string;
  /** What needs no question. */
  mayPass?: (request: GateRequest) => boolean;
  /** A setting of the agent's that the user chooses. */
  choose?: [string, string];
}

/** The ids of the calls of the last turn that were marked. */
async function marked(turns: Step[][], { on, answer = 'once', choose, mayPass }: Given = {}) {
  const prompts = turns.map((steps, index) => [`session/prompt#${index + 1}`, [...steps, end]]);
  const mock = await mockBackend(
    { on: { ...on, ...(Object.fromEntries(prompts) as Scenario['on']) } },
    {
      gate: createFakeGate({ answer: () => answer, ...(mayPass && { mayPass }) }),
      tools: { 'notes/add': () => textResult('ok') },
    },
  );
  const { session } = await mock.open();
  if (choose !== undefined) await session.setConfigOption(...choose);
  const { signal } = new AbortController();
  for (const _turn of turns) await session.prompt([], { signal });
  return mock.events.flatMap((event) =>
    event.type === 'tool_call' && event.call.notAsked ? [event.call.id] : [],
  );
}

test.each<[string, Step[]]>([
  ['a command', [run('ls'), done]],
  ['a change of a file', [edit('$cwd/a'), done]],
  ['a deletion', [call({ kind: 'delete', status: 'completed' })]],
  ['a command of which only the end is told', [call({ kind: 'execute', status: 'completed' })]],
  [
    'a command, when another was asked about',
    [ask({ toolCallId: 'x', rawInput: { command: 'ls' } }), run('rm a'), done],
  ],
  [
    'a file, when another was asked about',
    [ask({ toolCallId: 'x', locations: [{ path: '$cwd/b' }] }), edit('$cwd/a'), done],
  ],
])('%s that the agent has done without asking is marked', async (_case, steps) => {
  expect(await marked([steps])).toEqual(['t']);
});

test('a call is marked once', async () => {
  expect(await marked([[run('ls'), done, done]])).toEqual(['t']);
});

test.each<[string, Step[]]>([
  ['was asked about', [run('ls'), ask({ toolCallId: 't' }), done]],
  [
    'was asked about under another id',
    [ask({ toolCallId: 'x', rawInput: { command: 'ls' } }), run('ls'), done],
  ],
  [
    'simse has run',
    [
      { call: { method: 'terminal/create', params: { sessionId: 's1', command: 'true' } } },
      run('true'),
      done,
    ],
  ],
  [
    'simse has run, and that names only the terminal',
    [
      { call: { method: 'terminal/create', params: { sessionId: 's1', command: 'true' } } },
      call({ kind: 'execute', status: 'completed', content: [{ type: 'terminal', terminalId: 'x' }] }),
    ],
  ],
  [
    'simse has written',
    [
      { call: { method: 'fs/write_text_file', params: { sessionId: 's1', path: '$cwd/a', content: 'x' } } },
      edit('$cwd/a'),
      done,
    ],
  ],
  ['only reads', [call({ kind: 'read', status: 'completed' })]],
  ['says nothing of its kind', [call({ status: 'completed' })]],
  ['has failed', [call({ kind: 'execute', status: 'failed' })]],
  [
    'goes through simse’s own tools',
    [call({ kind: 'execute', title: 'mcp__simse__notes__add', status: 'completed' })],
  ],
  [
    'reads a resource through the bridge',
    [
      call({
        kind: 'execute',
        title: 'mcp.simse.read_mcp_resource',
        status: 'completed',
        rawInput: { server: 'simse', tool: 'read_mcp_resource', arguments: {} },
        _meta: { is_mcp_tool_call: true },
      }),
    ],
  ],
])('a call that %s is not marked', async (_case, steps) => {
  expect(await marked([steps])).toEqual([]);
});

test('what was allowed for good is not marked when it comes again', async () => {
  const first = [run('npm test'), ask({ toolCallId: 't', kind: 'execute' }), done];
  expect(await marked([first, [run('npm run lint'), done]], { answer: 'always' })).toEqual([]);
  expect(await marked([first, [run('npm run lint'), done]], { answer: 'once' })).toEqual(['t']);
});

test('what was asked in an earlier turn does not count for this one', async () => {
  const first = [run('ls'), ask({ toolCallId: 't' }), done];
  expect(await marked([first, [run('ls'), done]])).toEqual(['t']);
});

const both = [
  call({ kind: 'execute', status: 'completed', toolCallId: 'command' }),
  call({ kind: 'edit', status: 'completed', toolCallId: 'edit' }),
];
test.each<[PermissionMode, string[]]>([
  ['default', ['command', 'edit']],
  ['plan', ['command', 'edit']],
  ['acceptEdits', ['command']],
  ['dontAsk', ['command', 'edit']],
  ['bypassPermissions', []],
])('in the mode %s what it allows is not marked', async (mode, ids) => {
  const mayPass = (request: GateRequest) => passes(request, { mode });
  const there = both.map(({ update }) => ({ update: { ...update, locations: [{ path: '/w/a' }] } }));
  expect(await marked([there], { mayPass })).toEqual(ids);
});

const passes = (request: GateRequest, rules: Rules) => outcomeOf(request, rules) === 'allow';

test.each<[string, Rules, Step]>([
  ['an edit outside the workspace', { mode: 'acceptEdits' }, edited('/etc/passwd')],
  ['an edit of what git runs', { mode: 'acceptEdits' }, edited('/w/.git/hooks/pre-commit')],
  [
    'a deletion',
    { mode: 'acceptEdits' },
    call({ kind: 'delete', status: 'completed', locations: [{ path: '/w/a' }] }),
  ],
  ['what a rule denies', { mode: 'bypassPermissions', deny: ['shell(rm *)'] }, ran('rm -r src')],
])('%s is marked though the mode allows others', async (_case, rules, step) => {
  expect(await marked([[step]], { mayPass: (request) => passes(request, rules) })).toEqual(['t']);
});

test('what a rule allows is not marked', async () => {
  const mayPass = (request: GateRequest) => passes(request, { allow: ['shell(git status*)'] });
  expect(await marked([[ran('git status')]], { mayPass })).toEqual([]);
  expect(await marked([[ran('git push')]], { mayPass })).toEqual(['t']);
});

test.each<[string, Step[]]>([
  ['fetches something', [call({ kind: 'fetch', status: 'completed' })]],
  [
    'has a command and another kind',
    [call({ kind: 'read', status: 'completed', rawInput: { command: 'rm a' } })],
  ],
  ['has a command and no kind', [call({ status: 'completed', rawInput: { command: 'rm a' } })]],
  [
    'has changed a file and no kind',
    [call({ status: 'completed', content: [{ type: 'diff', path: '$cwd/a', oldText: 'a', newText: 'b' }] })],
  ],
  [
    'is of a server of the agent’s own',
    [call({ kind: 'other', title: 'mcp__github__merge', status: 'completed' })],
  ],
  ['ends as something harmless', [run('rm a'), call({ kind: 'read', status: 'completed', rawInput: {} })]],
  ['says what it is after its end', [call({ kind: 'read', status: 'completed' }), call({ kind: 'execute' })]],
  [
    'was asked about with another command',
    [ask({ toolCallId: 't', rawInput: { command: 'ls' } }), run('rm a'), done],
  ],
  [
    'was asked about with another file',
    [ask({ toolCallId: 't', locations: [{ path: '$cwd/b' }] }), edit('$cwd/a'), done],
  ],
  [
    'has failed in its terminal',
    [
      call({
        kind: 'execute',
        status: 'failed',
        rawInput: { command: 'rm a' },
        content: [{ type: 'terminal', terminalId: 'own' }],
      }),
    ],
  ],
])('a call that %s is marked', async (_case, steps) => {
  expect(await marked([steps])).toEqual(['t']);
});

test('a call that was refused and runs all the same is marked', async () => {
  expect(await marked([[run('ls'), ask({ toolCallId: 't' }), done]], { answer: 'no' })).toEqual(['t']);
});

test('a call that was refused and has failed is not marked, whatever terminal it names', async () => {
  const failed = call({
    kind: 'execute',
    status: 'failed',
    rawInput: { command: 'ls' },
    content: [{ type: 'terminal', terminalId: 'own' }],
  });
  expect(await marked([[run('ls'), ask({ toolCallId: 't' }), failed]], { answer: 'no' })).toEqual([]);
});

test('one answer allows one call: what runs again without asking is marked', async () => {
  const again = call({ toolCallId: 'u', kind: 'execute', status: 'completed', rawInput: { command: 'ls' } });
  const first = [run('ls'), ask({ toolCallId: 't', rawInput: { command: 'ls' } }), done];
  expect(await marked([[...first, again]])).toEqual(['u']);
});

test.each(['read', 'search', 'think', 'switch_mode', 'other'])(
  'a call of the kind %s is no act',
  async (kind) => {
    expect(await marked([[call({ kind, status: 'completed', locations: [{ path: '$cwd/a' }] })]])).toEqual(
      [],
    );
  },
);

const FREE = { id: 'free', name: 'Free', description: 'Edits files without asking' };
const FREE_MODES = { currentModeId: 'free', availableModes: [FREE] };
const freeAgent = { 'session/new': [{ result: { sessionId: 's1', modes: FREE_MODES } }] };

test('edits are marked when the agent has only said that it makes them without asking', async () => {
  expect(await marked([both], { on: freeAgent })).toEqual(['command', 'edit']);
  const change = { update: { sessionUpdate: 'current_mode_update', currentModeId: 'free' } };
  expect(await marked([[change, ...both]], { on: freeAgent })).toEqual(['command', 'edit']);
});

test('edits are not marked when the user has chosen a mode of the agent that makes them without asking', async () => {
  expect(await marked([both], { on: freeAgent, choose: ['mode', 'free'] })).toEqual(['command']);
});
