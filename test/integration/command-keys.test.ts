import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { agentSandbox, END, type Scenario } from './agent-sandbox.ts';

const KEYS = {
  ANTHROPIC_API_KEY: 'key-of-anthropic',
  CLAUDE_CODE_OAUTH_TOKEN: 'token-of-claude',
  OPENAI_API_KEY: 'key-of-openai',
  MY_OWN_KEY: 'key-of-config',
};
const OTHER = { DEPLOY_TARGET: 'staging' };

/** An agent that has simse run a command, which leaves its environment in a file. */
const AGENT: Scenario = {
  on: {
    'session/prompt': [
      {
        call: {
          method: 'terminal/create',
          params: { sessionId: 's1', command: 'sh', args: ['-c', 'env > env.txt'] },
        },
      },
      { call: { method: 'terminal/wait_for_exit', params: { sessionId: 's1', terminalId: '$terminalId' } } },
      END,
    ],
  },
};
const MODELS = {
  providers: [{ name: 'mine', kind: 'openai', baseUrl: 'http://127.0.0.1:9/v1', apiKeyEnv: 'MY_OWN_KEY' }],
};

async function environmentOfCommand(entry: object = {}): Promise<string> {
  const sandbox = await agentSandbox(AGENT, { 'config/config.json': { models: MODELS } }, entry);
  const { exitCode, stderr } = await runSimse(sandbox, ['-p', 'go', '--allow', 'shell'], {
    env: { ...KEYS, ...OTHER },
  });
  expect([exitCode, stderr]).toEqual([0, '']);
  return readFile(join(sandbox.work, 'env.txt'), 'utf8');
}

test('a command that simse runs for an agent has none of the keys of models', async () => {
  const environment = await environmentOfCommand();
  for (const value of Object.values(KEYS)) expect(environment).not.toContain(value);
  expect(environment).toContain('DEPLOY_TARGET=staging');
});

test('but those that the entry of the agent names for its commands', async () => {
  const environment = await environmentOfCommand({ commandKeys: ['OPENAI_API_KEY'] });
  expect(environment).toContain('OPENAI_API_KEY=key-of-openai');
  expect(environment).not.toContain('key-of-anthropic');
});
