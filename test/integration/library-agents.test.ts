import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { type AgentSandbox, agentSandbox, answer, fixture, type Step } from './agent-sandbox.ts';

interface Wanted {
  id: string;
  name: string;
  args: object;
}

const SHELVE: Wanted = {
  id: 't1',
  name: 'simse__library_shelve',
  args: { topic: 'Build', text: 'Releases go out on Fridays.', tags: ['release'] },
};
const SEARCH: Wanted = { id: 't2', name: 'simse__library_search', args: { query: 'relese friday' } };

/** Agents with the bridge, each of which calls its tools with its first prompt. */
async function agentsWith(
  { mine, other }: { mine: Wanted[]; other: Wanted[] },
  entry: object = {},
): Promise<AgentSandbox> {
  const steps = (tools: Wanted[]): { on: Record<string, Step[]> } => ({
    on: {
      initialize: [
        { result: { protocolVersion: 1, agentCapabilities: { mcpCapabilities: { http: true } } } },
      ],
      'session/prompt': [{ tools }, ...answer('done')],
    },
  });
  const server = (name: string) => ({
    name,
    command: process.execPath,
    args: [fixture('acp/mock-agent.mjs'), `\${HOME}/${name}.json`],
    ...entry,
  });
  return agentSandbox('mock-agent.mjs', {
    'config/acp.json': { servers: [server('mine'), server('other')] },
    'home/mine.json': steps(mine),
    'home/other.json': steps(other),
  });
}

async function promptBackend(sandbox: AgentSandbox, name: string, ...flags: string[]) {
  const args = ['-p', 'go', '--agent', name, '--format', 'json', ...flags];
  const { stdout, exitCode } = await runSimse(sandbox, args);
  return { ...(JSON.parse(stdout) as { permission_denials: unknown[] }), exitCode };
}

test('one agent shelves what another one finds, with the name of who wrote it', async () => {
  const sandbox = await agentsWith({ mine: [SHELVE], other: [SEARCH] });
  await promptBackend(sandbox, 'mine', '--allow', 'simse/library_shelve');
  const file = join(sandbox.data, 'library/build/releases-go-out-on-fridays.md');
  expect(await readFile(file, 'utf8')).toMatch(/source: mine\n---\n\nReleases go out on Fridays\.\n$/);
  const args = ['-p', 'go', '--agent', 'other', '--permission-mode', 'plan', '--format', 'stream-json'];
  const found = await runSimse(sandbox, args);
  expect(found.stdout).toContain('build/releases-go-out-on-fridays');
  expect(found.exitCode).toBe(0);
});

test('keeping and removing is asked for as the call of a server is, and a rule denies reading as well', async () => {
  const sandbox = await agentsWith({ mine: [SHELVE], other: [SEARCH] });
  expect(await promptBackend(sandbox, 'mine')).toMatchObject({
    permission_denials: [
      { reason: expect.stringContaining("--allow 'simse/library_shelve' would allow it") },
    ],
    exitCode: 5,
  });
  expect(await promptBackend(sandbox, 'other', '--deny', 'simse/*')).toMatchObject({
    permission_denials: [{ reason: 'denied by the rule simse/*' }],
    exitCode: 5,
  });
});

test('the built-in backend and one of the simse dialect reach the library too', async () => {
  const sandbox = await agentSandbox('simse-dialect-agent.mjs');
  await runSimse(sandbox, ['library', 'add', 'build', 'Releases go out on Fridays.']);
  const call = 'simse/library_search {"query":"friday"}';
  const dialect = await runSimse(sandbox, ['-p', `call ${call}`]);
  expect(dialect.stdout).toContain('build/releases-go-out-on-fridays');
  const builtIn = await runSimse(sandbox, ['-p', `call ${call}`, '--agent', 'simse']);
  expect(builtIn.stdout).toContain('build/releases-go-out-on-fridays');
});

test('no server of mcp.json can have the name of simse', async () => {
  const sandbox = await agentsWith({ mine: [], other: [] });
  const { stderr, exitCode } = await runSimse(sandbox, ['mcp', 'add', 'simse', '--', 'node', 'x.mjs']);
  expect([stderr, exitCode]).toEqual([
    expect.stringContaining("is the name of simse's own tools; give the server another one"),
    2,
  ]);
});
