import { expect, test } from 'vitest';
import { resolveBackend } from '../../src/config/resolve-backend.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { load } from './load.ts';

async function loadBackends(names: string[], defaultServer?: string) {
  const servers = names.map((name) => ({ name, command: name }));
  return load(await tempDir({ 'user/acp.json': { servers, ...(defaultServer ? { defaultServer } : {}) } }));
}

test.each([
  { names: [], used: undefined },
  { names: ['a'], used: 'a' },
  { names: ['a', 'b'], used: 'a' },
  { names: ['a', 'b'], defaultServer: 'b', used: 'b' },
  { names: ['a', 'b'], defaultServer: 'b', agent: 'a', used: 'a' },
  { names: ['a'], agent: 'simse', used: undefined },
  { names: ['a'], defaultServer: 'simse', used: undefined },
  { names: ['a', 'simse'], defaultServer: 'simse', used: 'simse' },
])('of $names with default $defaultServer and --server $server, $used is used', async (row) => {
  const config = await loadBackends(row.names, row.defaultServer);
  const backend = resolveBackend(config, row.agent ? { agent: row.agent } : {});
  expect(backend?.value.name).toBe(row.used);
});

test('a name that is not configured gives a suggestion and the list', async () => {
  const config = await loadBackends(['claude', 'codex']);
  expect(() => resolveBackend(config, { agent: 'cladue' })).toThrow(
    expect.objectContaining({
      code: 'no_backend',
      message: 'No agent is called "cladue".',
      hint: 'Did you mean "claude"? Configured: claude, codex.',
    }),
  );
  expect(() => resolveBackend({ backends: [], defaultServer: null }, { agent: 'x' })).toThrow(
    expect.objectContaining({ hint: 'No agents are configured: add one to acp.json.' }),
  );
});

test('--agent-command beats everything and needs no config', async () => {
  const config = await loadBackends(['a']);
  expect(
    resolveBackend(config, { agentCommand: '/opt/my\\ agent --acp "two words"', agent: 'a' }),
  ).toMatchObject({
    value: { name: 'my-agent', command: '/opt/my agent', args: ['--acp', 'two words'], timeoutMs: 60_000 },
    origin: { scope: 'flag' },
  });
});

test.each(['', '  ', '""'])('--agent-command %j is refused', (agentCommand) => {
  expect(() => resolveBackend({ backends: [], defaultServer: null }, { agentCommand })).toThrow(
    expect.objectContaining({ code: 'usage', message: '--agent-command is empty.' }),
  );
});
