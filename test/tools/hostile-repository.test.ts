import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { listWorkspace } from '../../src/tools/list-workspace.ts';
import { tempDir } from '../helpers/temp-dir.ts';

/** Every setting by which a repository names a program that some git command runs. */
function hostileConfig(ran: string): string {
  const run = (what: string): string => `"sh -c 'touch ${ran}/${what}; cat' #"`;
  return `
[core]
  repositoryformatversion = 0
  bare = false
  fsmonitor = ${run('fsmonitor')}
  hooksPath = ${ran}/../hooks
  sshCommand = ${run('ssh')}
  pager = ${run('pager')}
  editor = ${run('editor')}
  askPass = ${run('askpass')}
  gitProxy = ${run('proxy')}
  attributesFile = ${ran}/../attributes
  splitIndex = false
[extensions]
  partialClone = origin
[remote "origin"]
  url = ext::sh -c "touch ${ran}/remote"
  promisor = true
  partialclonefilter = blob:none
  uploadpack = ${run('uploadpack')}
[filter "evil"]
  clean = ${run('clean')}
  smudge = ${run('smudge')}
  required = true
[filter "talking"]
  process = ${run('process')}
  required = true
[diff]
  external = ${run('external')}
[diff "evil"]
  textconv = ${run('textconv')}
  command = ${run('diff-command')}
[merge "evil"]
  driver = ${run('merge')}
[alias]
  ls-files = !touch ${ran}/alias
[credential]
  helper = !touch ${ran}/credential
[gpg]
  program = ${run('gpg')}
[include]
  path = ${ran}/../included
[includeIf "gitdir:/"]
  path = ${ran}/../included
`;
}

const ATTRIBUTES = '*.txt filter=evil diff=evil merge=evil\n*.dat filter=talking\n';
const HOOK = (ran: string) => `#!/bin/sh\ntouch ${ran}/hook-$(basename "$0")\n`;

interface Trap {
  repository: string;
  /** What has been run, by name. */
  ran(): Promise<string[]>;
}

/** A repository with files that only its filters can tell from what was added; in it a submodule, another repository and a bare one. */
async function layTrap(): Promise<Trap> {
  const root = await tempDir({
    'ran/.keep': '',
    'repository/a.txt': 'first',
    'repository/b.dat': 'first',
    'repository/deep/c.txt': 'first',
    'repository/.gitattributes': ATTRIBUTES,
    'repository/linked/d.txt': 'first',
    'repository/nested/e.txt': 'first',
    attributes: ATTRIBUTES,
  });
  const repository = join(root, 'repository');
  const ran = join(root, 'ran');
  await commitAll(join(repository, 'linked'));
  await commitAll(repository);
  await commitAll(join(repository, 'nested'));
  await execa('git', ['init', '-q', '--bare', 'deep/bare'], { cwd: repository });
  // Of the same length, and with another time: git has to read them to know.
  for (const name of ['a.txt', 'b.dat', 'deep/c.txt', 'linked/d.txt', 'nested/e.txt']) {
    await writeFile(join(repository, name), 'other');
    await utimes(join(repository, name), 1000, 1000);
  }
  const hooks = ['post-index-change', 'fsmonitor-watchman', 'pre-auto-gc', 'reference-transaction'];
  for (const name of hooks) {
    for (const folder of ['hooks', 'repository/.git/hooks', 'repository/deep/bare/hooks']) {
      await execa('mkdir', ['-p', join(root, folder)]);
      await writeFile(join(root, folder, name), HOOK(ran), { mode: 0o755 });
    }
  }
  const config = hostileConfig(ran);
  await writeFile(join(root, 'included'), config.slice(0, config.indexOf('[include]')));
  for (const name of ['.', 'linked', 'nested'])
    await writeFile(join(repository, name, '.git', 'config'), config);
  await writeFile(join(repository, '.git', 'info', 'attributes'), ATTRIBUTES);
  const bare = config.replace('bare = false', `bare = false\n  worktree = ${repository}/deep`);
  await writeFile(join(repository, 'deep', 'bare', 'config'), bare);
  await writeFile(join(repository, 'deep', 'bare', 'index'), '');
  return {
    repository,
    ran: async () => (await readdir(ran)).filter((name) => name !== '.keep'),
  };
}

async function commitAll(folder: string): Promise<void> {
  const git = (...args: string[]) =>
    execa(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'advice.addEmbeddedRepo=false', ...args],
      {
        cwd: folder,
      },
    );
  await git('init', '-q');
  await git('add', '.');
  await git('commit', '-q', '-m', 'first');
}

async function list(folder: string): Promise<{ files: string[]; changed: string[] }> {
  const files: string[] = [];
  const onFile = (path: string): void => void files.push(path);
  const { signal } = new AbortController();
  const changed = await listWorkspace({ folder, env: process.env, onFile, signal });
  return { files, changed };
}

test('a repository has no program of its own run when its files are listed', async () => {
  const { repository, ran } = await layTrap();
  const { files, changed } = await list(repository);
  expect(await ran()).toEqual([]);
  expect(files).toEqual(expect.arrayContaining(['a.txt', 'b.dat', 'deep/c.txt']));
  expect(changed).toEqual(expect.arrayContaining(['a.txt', 'b.dat', 'deep/c.txt']));
});

test('neither does a folder that is laid out as a bare repository, nor one below it', async () => {
  const { repository, ran } = await layTrap();
  await list(join(repository, 'deep', 'bare'));
  await list(join(repository, 'deep', 'bare', 'objects'));
  await list(join(repository, 'deep'));
  expect(await ran()).toEqual([]);
});

test('nor one whose .git is a file that leads to it', async () => {
  const { repository, ran } = await layTrap();
  const other = await tempDir({ '.git': `gitdir: ${repository}/.git\n`, 'a.txt': 'other', 'new.txt': '' });
  const { files } = await list(other);
  expect(await ran()).toEqual([]);
  expect(files).toContain('a.txt');
});

test('nor one that lacks an object which only its remote has', async () => {
  const { repository, ran } = await layTrap();
  await execa('rm', ['-rf', join(repository, '.git', 'objects')]);
  await execa('mkdir', ['-p', join(repository, '.git', 'objects')]);
  await list(repository);
  expect(await ran()).toEqual([]);
});
