import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appDirs } from '../../src/platform/app-dirs.ts';
import { childEnvironment } from '../../src/platform/child-env.ts';
import { resolvePath } from '../../src/platform/resolve-path.ts';
import { writeFileAtomic } from '../../src/platform/write-atomic.ts';

let folder: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'simse-')));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('a path is taken from the working folder, and dots are resolved', () => {
  expect(resolvePath('a/../b.txt', folder)).toEqual({
    given: join(folder, 'b.txt'),
    real: join(folder, 'b.txt'),
  });
});

test('a file that does not exist yet is where its folder really is', async () => {
  await mkdir(join(folder, 'real'));
  await symlink(join(folder, 'real'), join(folder, 'link'));
  expect(resolvePath('link/new/file.txt', folder)).toEqual({
    given: join(folder, 'link/new/file.txt'),
    real: join(folder, 'real/new/file.txt'),
  });
});

test('a link to a file that does not exist leads to where a write would make it', async () => {
  await symlink('/no-such-folder/target', join(folder, 'link'));
  await symlink('link', join(folder, 'second'));
  expect(resolvePath('second', folder).real).toBe('/no-such-folder/target');
});

test('dots after a link are taken before it is followed, as node does when it opens the file', async () => {
  await symlink('/usr/lib', join(folder, 'link'));
  expect(resolvePath('link/../file.txt', folder).real).toBe(join(folder, 'file.txt'));
});

test('links in a circle end somewhere', async () => {
  await symlink('b', join(folder, 'a'));
  await symlink('a', join(folder, 'b'));
  expect(resolvePath('a/x', folder).real).toMatch(new RegExp(`^${folder}/[ab]/x$`));
});

test('a file is replaced with its permission bits, and nothing else is left in the folder', async () => {
  const path = join(folder, 'run.sh');
  await writeFile(path, 'old');
  await chmod(path, 0o751);
  await writeFileAtomic(path, 'new');
  expect(await readFile(path, 'utf8')).toBe('new');
  expect((await stat(path)).mode & 0o777).toBe(0o751);
  expect(await readdir(folder)).toEqual(['run.sh']);
});

test('a private file is private from the start', async () => {
  await writeFileAtomic(join(folder, 'token'), 'x', 0o600);
  expect((await stat(join(folder, 'token'))).mode & 0o777).toBe(0o600);
});

test('writing through a link keeps the link', async () => {
  await writeFile(join(folder, 'target'), 'old');
  await symlink('target', join(folder, 'link'));
  await writeFileAtomic(join(folder, 'link'), 'new');
  expect(await readlink(join(folder, 'link'))).toBe('target');
  expect(await readFile(join(folder, 'target'), 'utf8')).toBe('new');
});

test('a failed write leaves the folder as it was', async () => {
  await mkdir(join(folder, 'taken'));
  await expect(writeFileAtomic(join(folder, 'taken'), 'x')).rejects.toMatchObject({ code: 'EISDIR' });
  expect(await readdir(folder)).toEqual(['taken']);
});

test('secrets and exported shell functions stay with simse, what the config gives does not', () => {
  const env = {
    PATH: '/bin',
    GITHUB_TOKEN: 'secret',
    LC_ALL: 'C',
    https_proxy: 'http://p',
    USER: '() { evil; }',
    TZ: undefined,
  };
  expect(childEnvironment(env, { API_KEY: 'given' })).toEqual({
    PATH: '/bin',
    LC_ALL: 'C',
    https_proxy: 'http://p',
    API_KEY: 'given',
  });
});

test.each<[NodeJS.Platform, Record<string, string>, string, string]>([
  ['linux', {}, '/home/me/.config/simse', '/home/me/.local/share/simse'],
  ['linux', { XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d' }, '/c/simse', '/d/simse'],
  [
    'linux',
    { XDG_CONFIG_HOME: 'relative', XDG_DATA_HOME: '' },
    '/home/me/.config/simse',
    '/home/me/.local/share/simse',
  ],
  ['darwin', {}, '/home/me/Library/Application Support/simse', '/home/me/Library/Application Support/simse'],
  ['darwin', { SIMSE_CONFIG_DIR: '/c', SIMSE_DATA_DIR: '/d' }, '/c', '/d'],
])('on %s with %j the folders are the platform’s', (platform, env, configDir, dataDir) => {
  expect(appDirs({ env, platform, home: '/home/me' })).toEqual({ configDir, dataDir });
});
