import { access, constants, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, inject, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VERSION_LIMIT_BYTES = 40_000;

interface LockedPackage {
  resolved?: string;
  hasInstallScript?: boolean;
}

const read = (file: string): Promise<string> => readFile(path.join(ROOT, file), 'utf8');

test('no package runs a script on install or comes from anywhere but the registry', async () => {
  const lock = JSON.parse(await read('package-lock.json')) as { packages: Record<string, LockedPackage> };
  const packages = Object.entries(lock.packages);
  expect(packages.length).toBeGreaterThan(100);
  expect(
    packages.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([name]) => name),
  ).toEqual([]);
  const hosts = packages.flatMap(([, { resolved }]) =>
    resolved === undefined ? [] : [new URL(resolved).host],
  );
  expect(hosts.filter((host) => host !== 'registry.npmjs.org')).toEqual([]);
});

test('the installed package has no dependencies, and all others are pinned', () => {
  for (const kind of ['dependencies', 'optionalDependencies', 'peerDependencies']) {
    expect(manifest).not.toHaveProperty(kind);
  }
  const loose = Object.entries(manifest.devDependencies).filter(
    ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
  );
  expect(loose).toEqual([]);
});

test('docs/dependencies.md has every dependency and no other', async () => {
  const rows = (await read('docs/dependencies.md')).split('\n').filter((line) => line.startsWith('| '));
  const named = rows.map((row) => row.split('|')[1]?.trim() ?? '').filter((name) => name !== 'package');
  const documented = named.flatMap((names) => names.split(', '));
  expect(documented.sort()).toEqual(Object.keys(manifest.devDependencies).sort());
});

test('the package holds the program, its licences and the examples, and nothing else', async () => {
  expect(inject('buildFailure')).toBe('');
  const { stdout } = await execa('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: ROOT });
  const [pack] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const files = pack.files
    .map((file) => file.path)
    .filter((file) => !/^dist\/chunks\/[\w.-]+\.js$/.test(file));
  expect(files.sort()).toEqual([
    'LICENSE',
    'README.md',
    'acp.json.example',
    'bin/simse.js',
    'dist/THIRD-PARTY-NOTICES.txt',
    'dist/main.js',
    'mcp.json.example',
    'package.json',
  ]);
  await access(path.join(ROOT, manifest.bin.simse), constants.X_OK);
});

test('--version loads next to nothing', async () => {
  const sandbox = await createSandbox();
  const logLoads = new URL('../fixtures/tooling/log-loads.mjs', import.meta.url).href;
  const { stderr } = await runSimse(sandbox, ['--version'], {
    env: { NODE_OPTIONS: `--import=${logLoads}` },
  });
  const loaded = stderr.split('\n').filter((line) => line.startsWith('file:'));
  const sizes = await Promise.all(loaded.map(async (url) => (await stat(fileURLToPath(url))).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(loaded.join('\n')).toContain('dist/main.js');
  expect(bytes, loaded.join('\n')).toBeLessThan(VERSION_LIMIT_BYTES);
});

test('the licences of bundled packages are in dist', async () => {
  const notices = await read('dist/THIRD-PARTY-NOTICES.txt');
  for (const name of ['commander', 'execa', 'ink', 'react', 'yoga-layout', 'zod']) {
    expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
  }
});
