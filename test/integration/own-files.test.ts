import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { agentSandbox, END, type Step } from './agent-sandbox.ts';

const call = (method: string, params: object): Step => ({
  call: { method, params: { sessionId: 's1', ...params } },
});
const write = (path: string): Step => call('fs/write_text_file', { path, content: '{"planted":true}' });

const FILES = [
  'config/config.json',
  'config/acp.json',
  'config/mcp.json',
  'data/trust.json',
  'data/new/deep.json',
  'acp.json',
  'mcp.json',
  '.bashrc',
  'sub/.envrc',
];

test('an agent that may edit the home folder changes nothing of simse’s own, nor what a shell starts with', async () => {
  const sandbox = await agentSandbox({ on: {} });
  await writeFile(join(sandbox.root, 'data/secret.json'), 'secret');
  const steps = [...FILES, 'fine.txt'].map((path) => write(join(sandbox.root, path)));
  const reading = call('fs/read_text_file', { path: join(sandbox.root, 'data/secret.json') });
  const scenario = { on: { 'session/prompt': [...steps, reading, END] } };
  await writeFile(join(sandbox.home, 'scenario.json'), JSON.stringify(scenario));
  const args = ['-p', 'go', '--cwd', sandbox.root, '--permission-mode', 'acceptEdits'];
  await runSimse(sandbox, args);
  const answers = (await sandbox.sent()).filter((message) => !('method' in message || 'asked' in message));
  const denied = { error: { code: -32003 } };
  expect(answers).toMatchObject([...FILES.map(() => denied), { result: {} }, denied]);
  expect(await readFile(join(sandbox.root, 'config/acp.json'), 'utf8')).not.toContain('planted');
});
