import { chmod, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { walkFiles } from '../../src/tools/walk-files.ts';
import { type Files, tempDir } from '../helpers/temp-dir.ts';

async function walk(folder: string, signal = new AbortController().signal) {
  const unreadable: string[] = [];
  const paths: string[] = [];
  for await (const { path, isLink } of walkFiles(folder, {
    signal,
    onUnreadable: (path) => unreadable.push(path),
  })) {
    paths.push(isLink ? `${path}@` : path);
  }
  return { paths, unreadable };
}

async function walkTree(files: Files, below = '.'): Promise<string[]> {
  return (await walk(join(await tempDir(files), below))).paths;
}

test('files come in the order of their names, hidden ones too, .git never', async () => {
  const files = {
    'b.txt': '',
    'a/z.txt': '',
    'a/.hidden': '',
    '.env': '',
    '.git/HEAD': 'ref',
    'a/.git/x': '',
  };
  expect(await walkTree(files)).toEqual(['.env', 'a/.hidden', 'a/z.txt', 'b.txt']);
});

test('what .gitignore files leave out is left out, the innermost deciding', async () => {
  const files = {
    '.gitignore': 'dist/\n*.log\n/only-here\n',
    'dist/a.js': '',
    'x.log': '',
    'only-here': '',
    'sub/only-here': '',
    'sub/.gitignore': '!keep.log\n',
    'sub/keep.log': '',
    'sub/y.log': '',
    'sub/dist/b.js': '',
  };
  expect(await walkTree(files)).toEqual(['.gitignore', 'sub/.gitignore', 'sub/keep.log', 'sub/only-here']);
});

test('below the root of a repository its .gitignore still counts', async () => {
  const files = {
    '.git/HEAD': 'ref',
    '.gitignore': '*.log\n/pkg/out\n',
    'pkg/a.log': '',
    'pkg/a.ts': '',
    'pkg/out/b': '',
  };
  expect(await walkTree(files, 'pkg')).toEqual(['a.ts']);
});

test('a folder that is ignored but named on purpose is walked', async () => {
  const files = { '.git/HEAD': 'ref', '.gitignore': 'node_modules\n', 'node_modules/a/index.js': '' };
  expect(await walkTree(files, 'node_modules')).toEqual(['a/index.js']);
});

test('a .gitignore outside any repository does not reach down', async () => {
  expect(await walkTree({ '.gitignore': '*.ts\n', 'sub/a.ts': '' }, 'sub')).toEqual(['a.ts']);
});

test('symlinks are named and never followed, not even in a circle', async () => {
  const outside = await tempDir({ 'secret.txt': '' });
  const dir = await tempDir({ 'a/b.txt': '' });
  await symlink(outside, join(dir, 'out'));
  await symlink('..', join(dir, 'a/up'));
  expect((await walk(dir)).paths).toEqual(['a/b.txt', 'a/up@', 'out@']);
});

test.skipIf(process.platform === 'win32')(
  'a folder that cannot be read is reported and the rest is walked',
  async () => {
    const dir = await tempDir({ 'open/a.txt': '', 'z.txt': '' });
    await mkdir(join(dir, 'closed'), { mode: 0o000 });
    await asOrdinaryUser(dir);
    expect(await walk(dir)).toEqual({ paths: ['open/a.txt', 'z.txt'], unreadable: ['closed'] });
  },
);

test('a walk stops when it is cancelled', async () => {
  const dir = await tempDir({ 'a.txt': '' });
  await expect(walk(dir, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
});

test('a folder that is not there is an error', async () => {
  await expect(walk(join(await tempDir(), 'nope'))).rejects.toThrow(/ENOENT/);
});

/** Root may read everything, so a test about what may not be read gives that up until it has ended. */
async function asOrdinaryUser(dir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  await chmod(dir, 0o755);
  process.seteuid?.(65534);
  onTestFinished(() => process.seteuid?.(0));
}
