import path from 'node:path';
import { expect, test } from 'vitest';
import {
  type Launch,
  launchOf,
  parseRegistry,
  type RegistryAgent,
  readRegistry,
} from '../../src/config/acp-registry.ts';
import { tempDir } from '../helpers/temp-dir.ts';

const agent = (distribution: object, fields: object = {}) => ({
  id: 'some-agent',
  name: 'Some agent',
  version: '1.2.3',
  description: 'An agent.',
  distribution,
  ...fields,
});

function launch(distribution: object, system = 'linux-x86_64'): Launch | undefined {
  const [parsed] = parseRegistry({ agents: [agent(distribution)] })?.agents ?? [];
  return parsed && launchOf(parsed, system);
}

const ARCHIVE = { archive: 'https://example.org/agent.tar.gz', cmd: './agent', args: ['acp'] };
const SHA256 = 'ab'.repeat(32);

test('what npx and uvx run becomes a command, with its arguments and variables', () => {
  expect(
    launch({ npx: { package: '@some/agent@1.2.3', args: ['--acp'], env: { QUIET: '1' } } }),
  ).toMatchObject({
    kind: 'command',
    command: 'npx',
    args: ['-y', '@some/agent@1.2.3', '--acp'],
    env: { QUIET: '1' },
  });
  expect(launch({ uvx: { package: 'some-agent[acp]==1.0' } })).toMatchObject({
    kind: 'command',
    command: 'uvx',
    args: ['some-agent[acp]==1.0'],
    env: {},
  });
});

test('npx comes before uvx before a download, which is only for its system', () => {
  const npx = { package: 'a' };
  const uvx = { package: 'b' };
  const binary = { 'linux-x86_64': ARCHIVE };
  expect(launch({ binary, uvx, npx })).toMatchObject({ command: 'npx' });
  expect(launch({ binary, uvx })).toMatchObject({ command: 'uvx' });
  expect(launch({ binary })).toEqual({
    kind: 'download',
    url: ARCHIVE.archive,
    sha256: null,
    cmd: './agent',
    args: ['acp'],
  });
  expect(launch({ binary: { 'linux-x86_64': { ...ARCHIVE, sha256: SHA256 } } })).toMatchObject({
    sha256: SHA256,
  });
  for (const system of ['darwin-aarch64', 'toString', '__proto__']) {
    expect(launch({ binary }, system)).toEqual({ kind: 'none' });
  }
});

test.each([
  ['an option in the place of a package', { npx: { package: '--call=touch x' } }],
  ['a path', { npx: { package: '../agent' } }],
  ['an address', { npx: { package: 'https://example.org/a.tgz' } }],
  ['a repository', { uvx: { package: 'git+https://example.org/a' } }],
  ['an option for uvx', { uvx: { package: '--from=x' } }],
  ["simse's variables", { npx: { package: 'a', args: ['${HOME}'] } }],
  ['a variable in the environment', { npx: { package: 'a', env: { A: '${TOKEN}' } } }],
  ['a name that is no variable', { npx: { package: 'a', env: { 'A=B': 'c' } } }],
  ['what cannot be seen', { npx: { package: 'a', args: ['\u202Ex'] } }],
  ['a line break', { npx: { package: 'a', args: ['a\nb'] } }],
  [
    'a download that is not https',
    { binary: { 'linux-x86_64': { ...ARCHIVE, archive: 'http://example.org/a' } } },
  ],
  ['a distribution of another time', { oci: { image: 'a' } }],
])('%s is nothing that simse starts or shows as startable', (_what, distribution) => {
  expect(launch(distribution)).toEqual({ kind: 'none' });
});

test('unknown fields are passed over; an odd entry is skipped and counted, the others stay', () => {
  const good = agent(
    { npx: { package: 'a', new: 1 }, future: {} },
    { icon: './x.svg', preview: {}, version: 7 },
  );
  const odd = [null, 5, {}, agent({}, { id: '../x' }), agent({}, { id: 5 }), { ...good, distribution: [] }];
  const registry = parseRegistry({ version: '9.0.0', agents: [...odd, good], extensions: [] });
  expect(registry?.skipped).toBe(odd.length);
  expect(registry?.agents.map(({ id }: RegistryAgent) => id)).toEqual(['some-agent']);
});

test.each([null, [], 'x', {}, { agents: {} }])('%j is no registry', (value) => {
  expect(parseRegistry(value)).toBeNull();
});

const surroundings = (cwd: string) => ({ cwd, signal: new AbortController().signal });

test('a registry is read from a file, by path or address', async () => {
  const cwd = await tempDir({ 'registry.json': { agents: [agent({ npx: { package: 'a' } })] } });
  for (const source of ['registry.json', path.join(cwd, 'registry.json'), `file://${cwd}/registry.json`]) {
    if (process.platform === 'win32' && source.startsWith('file:')) continue;
    expect((await readRegistry(source, surroundings(cwd))).agents).toHaveLength(1);
  }
});

test.each([
  ['none.json', 'not_found', 'no such file'],
  ['.', 'config', 'is a directory'],
  ['text.json', 'config', 'is not JSON'],
  ['list.json', 'config', 'is not an ACP registry'],
  ['large.json', 'config', 'is 5.1 MB large, expected at most 5 MB'],
  ['http://127.0.0.1/registry.json', 'usage', 'from a file or over https'],
  ['ftp://example.org/x', 'usage', 'from a file or over https'],
  ['file://example.org%00/x', 'usage', 'from a file or over https'],
])('%s is refused: %s, %s', async (source, code, message) => {
  const cwd = await tempDir({
    'text.json': 'not json \u001b[31m',
    'list.json': [],
    'large.json': ' '.repeat(5_100_000),
  });
  await expect(readRegistry(source, surroundings(cwd))).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
});
