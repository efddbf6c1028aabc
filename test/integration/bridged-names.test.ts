import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { type AgentSandbox, agentSandbox, answer, type Step } from './agent-sandbox.ts';
import { mcpServer } from './mcp-servers.ts';
import { answerDialog, openRepl, prompt } from './repl.ts';

const ALLOW = ['--allow', 'everyday/*'];
const OPTIONS = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];
const ARGS = { message: 'ping' };

/** An agent as it asks for permission and, when that is given, calls the tool through the bridge. */
interface Asking {
  agent: string;
  /** What it tells of the call before it asks. */
  before?: Step[];
  toolCall: Record<string, unknown>;
}

const text = (said: string) => [{ type: 'content', content: { type: 'text', text: said } }];
const update = (sessionUpdate: string, fields: object): Step => ({
  update: { sessionUpdate, toolCallId: 'call_1', ...fields },
});

/** The name in `_meta.toolName`, the arguments as the title. */
const QWEN: Asking = {
  agent: 'qwen-code',
  before: [
    update('tool_call', {
      status: 'pending',
      title: 'ToolCall',
      kind: 'other',
      content: [],
      locations: [],
      rawInput: {},
      _meta: { toolName: 'tool_call', provenance: 'builtin', phase: 'preparing' },
    }),
  ],
  toolCall: {
    status: 'pending',
    title: JSON.stringify(ARGS),
    kind: 'read',
    content: [],
    locations: [],
    rawInput: ARGS,
    _meta: { toolName: 'mcp__simse__everyday__echo' },
  },
};

/** The name as the title, with one underscore for two; the arguments piece by piece as the text of the call. */
const KIMI: Asking = {
  agent: 'Kimi Code CLI',
  before: [
    update('tool_call', {
      title: 'mcp__simse__everyday_echo',
      kind: 'other',
      status: 'pending',
      content: text(''),
    }),
    update('tool_call_update', { status: 'in_progress', content: text('{"message":"p') }),
    update('tool_call_update', { status: 'in_progress', content: text(JSON.stringify(ARGS)) }),
  ],
  toolCall: {
    title: 'mcp__simse__everyday_echo',
    content: text('Requesting approval to Approve mcp__simse__everyday_echo'),
  },
};

const ASKING: Asking[] = [
  QWEN,
  KIMI,
  {
    agent: 'one whose kind is not a harmless one',
    toolCall: { title: 'mcp__simse__everyday__echo', kind: 'execute' },
  },
  {
    agent: 'vibe',
    toolCall: { title: 'Echo', rawInput: JSON.stringify(ARGS), _meta: { tool_name: 'simse_everyday__echo' } },
  },
  {
    agent: 'claude',
    toolCall: { title: 'echo', _meta: { claudeCode: { toolName: 'mcp__simse__everyday__echo' } } },
  },
  { agent: 'one with a name', toolCall: { title: 'echo', name: 'simse__everyday__echo', rawInput: ARGS } },
  { agent: 'gemini-cli', toolCall: { title: 'everyday__echo (simse MCP Server)', kind: 'other' } },
];

function askingAgent({ agent, before = [], toolCall }: Asking): Promise<AgentSandbox> {
  const params = { sessionId: 's1', options: OPTIONS, toolCall: { toolCallId: 'call_1', ...toolCall } };
  return agentSandbox(
    {
      on: {
        initialize: [{ result: { protocolVersion: 1, agentInfo: { name: agent, version: '1' } } }],
        'session/prompt': [
          { mcp: { method: 'tools/list', params: {} } },
          ...before,
          { call: { method: 'session/request_permission', params } },
          { tools: [{ id: 'call_1', name: 'everyday__echo', args: ARGS }] },
          ...answer('all done'),
        ],
      },
    },
    { 'config/mcp.json': { servers: [mcpServer('everyday')] } },
  );
}

interface Line {
  type: string;
  [field: string]: unknown;
}

function linesOf(stdout: string): Line[] {
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}

/** What simse has recorded of the only session. */
async function recordOf(sandbox: AgentSandbox): Promise<Line[]> {
  const list = await runSimse(sandbox, ['sessions', 'list', '--output-format', 'json']);
  const [session] = (JSON.parse(list.stdout) as { sessions: { id: string }[] }).sessions;
  const shown = await runSimse(sandbox, ['sessions', 'show', session?.id ?? '', '--output-format', 'json']);
  return (JSON.parse(shown.stdout) as { events: Line[] }).events;
}

/** What the agent was told when it asked. */
async function answerTo(sandbox: AgentSandbox): Promise<unknown> {
  const sent = await sandbox.sent();
  const asked = sent.map(({ asked }) => asked as { id: number; method: string } | undefined);
  const id = asked.find((call) => call?.method === 'session/request_permission')?.id;
  return sent.find((message) => message['id'] === id && 'result' in message)?.['result'];
}

test.each(ASKING)('a tool that a rule allows runs without a terminal, asked as by $agent', async (asking) => {
  const sandbox = await askingAgent(asking);
  const run = await runSimse(sandbox, ['-p', 'go', '--format', 'stream-json', ...ALLOW]);
  const lines = linesOf(run.stdout);
  const [call] = lines.filter(({ type }) => type === 'permission');
  expect([run.exitCode, run.stderr]).toEqual([0, '']);
  expect(await answerTo(sandbox)).toMatchObject({ outcome: { outcome: 'selected', optionId: 'yes' } });
  expect(JSON.stringify(call)).toContain('everyday/echo');
  expect(run.stdout).toContain('ping');
});

test.each([QWEN, KIMI])('without a rule $agent is refused by the name of the tool', async (asking) => {
  const sandbox = await askingAgent(asking);
  const { exitCode, stderr } = await runSimse(sandbox, ['-p', 'go']);
  expect(exitCode).toBe(5);
  expect(stderr).toMatch(
    /^simse: Denied: Call everyday\/echo \(.*--allow 'everyday\/echo' would allow it\)\n$/,
  );
});

test.each([QWEN, KIMI])(
  'in the REPL the user is asked once, with the arguments, by $agent',
  async (asking) => {
    const sandbox = await askingAgent(asking);
    const terminal = await openRepl(sandbox);
    prompt(terminal, 'go');
    await answerDialog(terminal, /everyday\/echo[^]*"message": "ping"/, '1');
    await terminal.waitFor('all done');
    prompt(terminal, '/exit');
    expect(await terminal.exited).toBe(0);
    const decided = (await recordOf(sandbox)).filter(({ type }) => type === 'permission_decided');
    expect(decided.filter(({ by }) => by === 'user')).toMatchObject([{ subject: 'Call everyday/echo' }]);
  },
);
