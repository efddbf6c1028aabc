import { chmod, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { findExecutable } from '../../src/platform/find-executable.ts';
import { createRipgrep } from '../../src/tools/ripgrep.ts';
import { searchFiles } from '../../src/tools/search-files.ts';
import { tempDir } from '../helpers/temp-dir.ts';

const { signal } = new AbortController();
const REAL = { PATH: process.env['PATH'] };
const hasRipgrep = (await findExecutable('rg', { cwd: '/', env: REAL })) !== null;

/** PATH with an `rg` that is this shell script. */
async function fakeRipgrep(script: string) {
  const bin = await tempDir();
  await writeFile(join(bin, 'rg'), `#!/bin/sh\n${script}\n`);
  await chmod(join(bin, 'rg'), 0o755);
  return createRipgrep({ PATH: `${bin}${delimiter}${REAL.PATH ?? ''}` });
}

test('without ripgrep there is no list, so that the built-in search looks', async () => {
  const folder = await tempDir({ 'a.txt': 'one' });
  const ripgrep = createRipgrep({ PATH: folder });
  expect(await ripgrep.filesWith(folder, /one/, signal)).toBeNull();
});

test('what ripgrep lists comes in the order of a walk', async () => {
  const ripgrep = await fakeRipgrep("printf './b/z.txt\\0./b.txt\\0./a\\0'");
  expect(await ripgrep.filesWith(await tempDir(), /one/, signal)).toEqual(['a', 'b/z.txt', 'b.txt']);
});

test('ripgrep is told the pattern and nothing of this process that is secret', async () => {
  const folder = await tempDir();
  const ripgrep = await fakeRipgrep('printf "%s\\0" "$@" "key=$API_KEY"');
  const args = await ripgrep.filesWith(folder, /a\/b/i, signal);
  expect(args).toContain('--ignore-case');
  expect(args).toContain('--regexp=a/b');
  expect(args).toContain('key=');
});

test.each(['exit 2', 'echo oops >&2; exit 127', 'kill -9 $$'])(
  'a ripgrep that fails (%s) is done without',
  async (script) => {
    const ripgrep = await fakeRipgrep(script);
    expect(await ripgrep.filesWith(await tempDir(), /one/, signal)).toBeNull();
  },
);

test('a cancelled search does not go on without ripgrep', async () => {
  const ripgrep = await fakeRipgrep('exec sleep 60');
  const turn = new AbortController();
  const listing = ripgrep.filesWith(await tempDir(), /one/, turn.signal);
  turn.abort(new Error('cancelled'));
  await expect(listing).rejects.toThrow('cancelled');
});

const TREE = {
  'repo/.git/HEAD': 'ref: main\n',
  'repo/.gitignore': 'dist/\n*.log\n!keep.log\n',
  'repo/.hidden/a.ts': 'needle\r\n',
  'repo/src/a.ts': 'a Needle\n',
  'repo/src/b.ts': 'éneedle9 and 42\n',
  'repo/src/.gitignore': 'b.ts\n',
  'repo/dist/c.ts': 'needle\n',
  'repo/x.log': 'needle\n',
  'repo/keep.log': 'needle\n',
  'repo/.ignore': 'src\n',
  'repo/blob.bin': 'needle\0\n',
  '.gitignore': 'src\n',
};

test.skipIf(!hasRipgrep).each(['repo', 'repo/src', 'repo/dist'])(
  'ripgrep finds in %s what the built-in search finds',
  async (name) => {
    const root = await tempDir(TREE);
    await symlink('a.ts', join(root, 'repo/src/link.ts'));
    const folder = join(root, name);
    const ripgrep = createRipgrep(REAL);
    for (const regex of [/needle/, /needle$/, /\bneedle/, /NEEDLE/i, /\d\d/, /[^a-z ]/, /^$/]) {
      const search = { folder, regex, signal, readText: (path: string) => readFile(path, 'utf8') };
      const candidates = await ripgrep.filesWith(folder, regex, signal);
      expect(candidates).not.toBeNull();
      const { matches } = await searchFiles(search);
      expect((await searchFiles({ ...search, candidates: candidates ?? [] })).matches).toEqual(matches);
    }
  },
);
