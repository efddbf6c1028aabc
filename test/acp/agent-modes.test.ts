import { expect, test } from 'vitest';
import { modeReader } from '../../src/acp/vendors/agent-modes.ts';
import type { PermissionMode } from '../../src/core/gate/permission-mode.ts';
import { type Mock, mockBackend, type Step } from './start-mock.ts';

interface AgentModes {
  /** As it calls itself in `agentInfo`. */
  agent: string;
  modes: Record<string, string>;
  starts: string;
}

/** As the agents send them, with their descriptions. */
const AGENTS: Record<string, AgentModes> = {
  kilo: {
    agent: 'Kilo',
    starts: 'code',
    modes: {
      code: 'The default agent. Executes tools based on configured permissions.',
      ask: 'Get answers and explanations without making changes to the codebase.',
      debug: 'Diagnose and fix software issues with systematic debugging methodology.',
      plan: 'Plan mode. Can only edit plan files; all other filesystem mutations are denied.',
    },
  },
  nanocoder: {
    agent: 'nanocoder',
    starts: 'auto-accept',
    modes: { normal: '', 'auto-accept': '', yolo: '', plan: '' },
  },
  claude: {
    agent: '@agentclientprotocol/claude-agent-acp',
    starts: 'default',
    modes: {
      default: 'Always ask before making changes',
      acceptEdits: 'Automatically accept all file edits',
      plan: 'Create a plan before making changes',
      auto: 'Claude handles permission decisions',
      bypassPermissions: 'Accepts all permissions',
    },
  },
  codex: {
    agent: '@agentclientprotocol/codex-acp',
    starts: 'agent',
    modes: { 'read-only': '', 'workspace-write': '', agent: '', 'agent-full-access': '' },
  },
  qwen: {
    agent: 'qwen-code',
    starts: 'yolo',
    modes: { plan: '', default: '', 'auto-edit': '', auto: '', yolo: '' },
  },
};

/** An agent with these modes, in the way of the protocol that has only modes. */
function modesAgent({ agent, modes, starts }: AgentModes, steps: Step[] = []) {
  const availableModes = Object.entries(modes).map(([id, description]) => ({ id, name: id, description }));
  return mockBackend({
    on: {
      initialize: [{ result: { protocolVersion: 1, agentInfo: { name: agent, version: '1' } } }],
      'session/new': [{ result: { sessionId: 's1', modes: { currentModeId: starts, availableModes } } }],
      'session/set_mode': [{ result: {} }],
      'session/prompt': [...steps, { result: { stopReason: 'end_turn' } }],
    },
  });
}

async function setModes(mock: Mock): Promise<unknown[]> {
  const sent = await mock.sent();
  return sent.flatMap(({ method, params }) =>
    method === 'session/set_mode' ? [(params as { modeId: unknown }).modeId] : [],
  );
}

const told = (mock: Mock) =>
  mock.events.flatMap((event) => (event.type === 'notice' && event.level === 'warn' ? [event.text] : []));

const CHOSEN: [string, PermissionMode, string[]][] = [
  ['kilo', 'default', []],
  ['kilo', 'plan', ['plan']],
  ['kilo', 'acceptEdits', []],
  ['nanocoder', 'default', ['normal']],
  ['nanocoder', 'acceptEdits', []],
  ['nanocoder', 'bypassPermissions', ['normal']],
  ['nanocoder', 'dontAsk', ['normal']],
  ['claude', 'acceptEdits', ['acceptEdits']],
  ['claude', 'plan', ['plan']],
  ['claude', 'bypassPermissions', []],
  ['codex', 'default', ['read-only']],
  ['codex', 'acceptEdits', ['workspace-write']],
  ['codex', 'plan', ['read-only']],
  ['qwen', 'default', ['default']],
];
test.each(CHOSEN)('%s in the mode %s is set to %j', async (name, mode, expected) => {
  const mock = await modesAgent(AGENTS[name] as AgentModes);
  const { session } = await mock.open();
  await session.setMode(mode);
  expect(await setModes(mock)).toEqual(expected);
});

test('a mode in which an agent only chats is not taken for one that asks, and the one it was set to stays', async () => {
  const kilo = AGENTS['kilo'] as AgentModes;
  const debugging = await modesAgent({ ...kilo, starts: 'debug' });
  await (await debugging.open()).session.setMode('default');
  expect(await setModes(debugging)).toEqual([]);
  const chatting = await modesAgent({ ...kilo, starts: 'ask' });
  await (await chatting.open()).session.setMode('default');
  expect(await setModes(chatting)).toEqual(['code']);
});

const STRANGER = { agent: 'somebody', starts: 'b' };

test('of an agent that nobody knows a mode is chosen by what its description says, never by its name', async () => {
  const named = await modesAgent({ ...STRANGER, modes: { ask: '', default: '', plan: '', b: '' } });
  const first = await named.open();
  await first.session.setMode('default');
  await first.session.setMode('plan');
  expect(await setModes(named)).toEqual([]);
  const described = await modesAgent({
    ...STRANGER,
    modes: { ask: 'Read-only chat', careful: 'Asks for approval before every change', b: '' },
  });
  const second = await described.open();
  await second.session.setMode('default');
  await second.session.setMode('plan');
  expect(await setModes(described)).toEqual(['careful', 'ask']);
});

test.each([
  ['Always ask before making changes', 'default'],
  ['Request permission before making any changes', 'default'],
  ['Prompts for approval', 'default'],
  ['Manual approvals; tools execute normally.', 'default'],
  ['Require approval for file edits or shell commands', 'default'],
  ['Never runs anything without asking', 'default'],
  ['Automatically accept all file edits', 'acceptEdits'],
  ['Auto-approves edit tools', 'acceptEdits'],
  ['Auto-approves all tools', 'bypassPermissions'],
  ['Auto-approve everything.', 'bypassPermissions'],
  ['Runs commands without asking', 'bypassPermissions'],
  ['Unrestricted access to the internet and any file on your computer', 'bypassPermissions'],
  ['LLM classifier auto-approves safe actions, blocks risky ones', 'auto'],
  ['Only ask for actions detected as potentially unsafe', 'auto'],
  ['Read-only mode', 'plan'],
  ['Analyze only, do not modify files or execute commands', 'plan'],
  ['Read-only by default; runs everything without asking after that', 'bypassPermissions'],
  ['The default agent. Executes tools based on configured permissions.', undefined],
  ['', undefined],
] as const)('"%s" is read as %s', (description, like) => {
  expect(modeReader('somebody').like({ value: 'x', description })).toBe(like);
});

test('an agent that stays in a mode in which it does not ask is told of, once', async () => {
  const modes = { free: 'Runs all commands without asking', b: 'Edits files without asking' };
  const mock = await modesAgent({ ...STRANGER, modes });
  const { session } = await mock.open();
  await session.setMode('default');
  await session.setMode('default');
  expect(told(mock)).toEqual(['Its own mode is "b". It edits files without asking.']);
  await session.setMode('acceptEdits');
  expect(told(mock)).toHaveLength(1);
});

test('an agent that nobody knows in a mode that sounds as if it did not ask is told of as well', async () => {
  const mock = await modesAgent({ ...STRANGER, starts: 'yolo', modes: { yolo: '', b: '' } });
  await (await mock.open()).session.setMode('default');
  expect(told(mock)).toEqual(['Its own mode is "yolo". simse does not know when it asks.']);
});

test('an agent that changes its mode right after simse has set it is told of', async () => {
  const switches = [
    { update: { sessionUpdate: 'current_mode_update', currentModeId: 'yolo' } },
    { update: { sessionUpdate: 'current_mode_update', currentModeId: 'normal' } },
    { update: { sessionUpdate: 'current_mode_update', currentModeId: 'yolo' } },
  ];
  const mock = await modesAgent(AGENTS['nanocoder'] as AgentModes, switches);
  const { session } = await mock.open();
  await session.setMode('default');
  expect(told(mock)).toEqual([]);
  await session.prompt([], { signal: new AbortController().signal });
  const free = 'Its own mode is "yolo". It runs everything without asking.';
  expect(told(mock)).toEqual([free, free]);
});

test('a mode that was never announced is read by its id all the same', async () => {
  const switches = [{ update: { sessionUpdate: 'current_mode_update', currentModeId: 'bypassPermissions' } }];
  const { bypassPermissions: _hidden, ...modes } = (AGENTS['claude'] as AgentModes).modes;
  const mock = await modesAgent({ ...(AGENTS['claude'] as AgentModes), modes }, switches);
  const { session } = await mock.open();
  await session.setMode('default');
  await session.prompt([], { signal: new AbortController().signal });
  expect(told(mock)).toEqual(['Its own mode is "bypassPermissions". It runs everything without asking.']);
});

test('of two modes of one id none is chosen, and the looser one is told of', async () => {
  const twice = (description: string) => ({ id: 'twin', name: 'Twin', description });
  const availableModes = [twice('Asks for approval'), twice('Runs everything without asking')];
  const mock = await mockBackend({
    on: {
      'session/new': [{ result: { sessionId: 's1', modes: { currentModeId: 'other', availableModes } } }],
      'session/prompt': [
        { update: { sessionUpdate: 'current_mode_update', currentModeId: 'twin' } },
        { result: { stopReason: 'end_turn' } },
      ],
    },
  });
  const { session } = await mock.open();
  await session.setMode('default');
  expect(await setModes(mock)).toEqual([]);
  await session.prompt([], { signal: new AbortController().signal });
  expect(told(mock)).toEqual(['Its own mode is "Twin". It runs everything without asking.']);
});

test('a mode with escape sequences in its name is told of without them', async () => {
  const modes = { 'yolo\u001b]0;x\u0007\u202e': '', b: '' };
  const mock = await modesAgent({ ...STRANGER, starts: Object.keys(modes)[0] ?? '', modes });
  await (await mock.open()).session.setMode('default');
  expect(told(mock)).toEqual(['Its own mode is "yolo". simse does not know when it asks.']);
});
