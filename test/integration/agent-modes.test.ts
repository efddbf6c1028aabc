import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { agentSandbox, END, type Step, say } from './agent-sandbox.ts';

const MODES = {
  currentModeId: 'free',
  availableModes: [{ id: 'free', name: 'Free\u001b[31m', description: 'Runs everything without asking' }],
};
const freeAgent = (...steps: Step[]) => ({
  on: {
    'session/new': [{ result: { sessionId: 's1', modes: MODES } }],
    'session/prompt': [...steps, END],
  },
});

test('-p says on stderr that the agent is in a mode in which it does not ask', async () => {
  const sandbox = await agentSandbox(freeAgent(say('done')));
  const { stdout, stderr } = await runSimse(sandbox, ['-p', 'go']);
  expect(stderr).toMatch(/Its own mode is "Free"\. It runs everything without asking\./);
  expect(stdout).toBe('done\n');
});

test('-p says on stderr that the agent has changed to a mode in which it does not ask', async () => {
  const description = 'Asks for approval before every change';
  const careful = { id: 'careful', name: 'Careful', description };
  const modes = { currentModeId: 'careful', availableModes: [...MODES.availableModes, careful] };
  const sandbox = await agentSandbox({
    on: {
      'session/new': [{ result: { sessionId: 's1', modes } }],
      'session/prompt': [
        { update: { sessionUpdate: 'current_mode_update', currentModeId: 'free' } },
        say('done'),
        END,
      ],
    },
  });
  const { stderr } = await runSimse(sandbox, ['-p', 'go']);
  expect(stderr.match(/It runs everything without asking/g)).toHaveLength(1);
});

const acts = (toolCallId: string, title: string, command: string): Step => ({
  update: {
    sessionUpdate: 'tool_call',
    toolCallId,
    title,
    kind: 'execute',
    status: 'completed',
    rawInput: { command },
  },
});
const UNASKED = {
  on: {
    'session/prompt': [
      acts('a', 'Clean\u001b[2J up', 'rm -r src'),
      acts('b', 'List', 'ls'),
      say('done'),
      END,
    ],
  },
};

test('what an agent runs without asking is told on stderr in one line', async () => {
  const sandbox = await agentSandbox(UNASKED);
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['-p', 'go']);
  expect([stdout, exitCode]).toEqual(['done\n', 0]);
  expect(stderr).toContain('2 calls ran without asking: Clean up, List\n');
});

test('what an agent runs without asking is counted in json, and marked in stream-json', async () => {
  const sandbox = await agentSandbox(UNASKED);
  const json = await runSimse(sandbox, ['-p', 'go', '--output-format', 'json', '--allow', 'shell(ls)']);
  expect(JSON.parse(json.stdout)).toMatchObject({
    unasked_calls: 1,
    tool_calls: [{ id: 'a', not_asked: true }, { id: 'b' }],
  });
  const { stdout } = await runSimse(sandbox, ['-p', 'go', '--output-format', 'stream-json']);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const results = lines.filter(({ type }) => type === 'tool_result');
  expect(results).toMatchObject([
    { id: 'a', not_asked: true },
    { id: 'b', not_asked: true },
  ]);
});
