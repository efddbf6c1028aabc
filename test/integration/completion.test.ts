import { execa } from 'execa';
import { expect, test } from 'vitest';
import { runSimse, SIMSE_BIN } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';

/** What bash offers behind these words, the last of which is being typed. */
async function completeInBash(words: string[]): Promise<string[]> {
  const sandbox = await createSandbox({
    'config/mcp.json': {
      mcpServers: { files: { command: 'touch', args: ['ran'] }, web: { url: 'https://h' } },
    },
  });
  const { stdout: script } = await runSimse(sandbox, ['completion', 'bash']);
  const program = `simse() { '${process.execPath}' '${SIMSE_BIN}' "$@"; }`;
  const typed = words.map((word) => `'${word}'`).join(' ');
  const line = `COMP_WORDS=(simse ${typed}); COMP_CWORD=${words.length}; _simse; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await execa('bash', ['-c', `${script}\n${program}\n${line}`], {
    env: sandbox.env,
    extendEnv: false,
    cwd: sandbox.work,
  });
  return stdout.split('\n');
}

test.skipIf(process.platform === 'win32').each<[string[], string[]]>([
  [['m'], ['mcp']],
  [
    ['mcp', 're'],
    ['resources', 'read', 'remove'],
  ],
  [
    ['mcp', 'tools', ''],
    ['files', 'web'],
  ],
  [
    ['mcp', 'pins', ''],
    ['accept', 'forget', 'files', 'web'],
  ],
  [['mcp', 'pins', 'accept', 'w'], ['web']],
  [['mcp', 'add', '--oa'], ['--oauth-client-id']],
  [['mcp', 'list', '--output'], ['--output-format']],
  [['completion', 'z'], ['zsh']],
  [['mcp', 'add', 'f'], ['']],
])('bash completes %j', async (words, expected) => {
  expect((await completeInBash(words)).sort()).toEqual([...expected].sort());
});

test('the names of servers are printed without starting one, and nothing where the configuration is broken', async () => {
  const sandbox = await createSandbox({ 'config/mcp.json': { mcpServers: { a: { command: 'x' } } } });
  expect((await runSimse(sandbox, ['mcp', 'names'])).stdout).toBe('a\n');
  const broken = await createSandbox({ 'config/mcp.json': '{' });
  expect((await runSimse(broken, ['mcp', 'names'])).stdout).toBe('');
});
