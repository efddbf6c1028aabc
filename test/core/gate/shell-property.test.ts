import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findExecutable } from '../../../src/platform/find-executable.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { outcomeOf, run, shown } from '../gate-requests.ts';
import { inventLines } from '../shell-lines.ts';

const LINES = 20_000;
const SEED = Number(process.env['SIMSE_TEST_SEED'] ?? 20_261_122);
/** Lines that are asked about and run all the same, to see that the tricks are real ones. */
const SAMPLE = 500;

/** What a user might allow, none of which is `evil`; all at once. */
const NAMES = (
  'git status*|git log *|git diff *|git *|echo *|printf *|test *|[ *|[[ *|ls *|cat *|grep *|find *|sort *|pwd|true|cd *|' +
  'pushd *|export *|declare *|typeset *|readonly *|read *|let *|unset *|set *|shopt *|alias *|hash *|trap *|wait *|' +
  'mapfile *|readarray *|getopts *|jobs *|compgen *|enable *|xargs *|env *|command *|builtin *|exec *|eval *|source *|. *|' +
  'timeout *|nohup *|time *|coproc *|sh *|bash *|if *|for *|case *|then *|do *|{ *|! *|function *|shift *|select *'
).split('|');
const ALLOW = NAMES.map((name) => `shell(${name})`);

const TOOLS = 'git ls cat grep find sort env xargs sh bash touch tee timeout nohup'.split(' ');
const EVIL = '#!/bin/sh\n: > "$MARK"\n';
/** Runs each line of a NUL-separated list by a shell of its own, with a mark of its own. */
const DRIVER = `
  i=0
  while IFS= read -r -d '' line <&3; do
    MARK="$MARKS/$i" timeout -k 1 2 "$UNDER_TEST" -c "$line" </dev/null >/dev/null 2>&1 3<&-
    i=$((i+1))
  done
`;

/** A folder with a repository to work in, an evil one beside it, and on PATH what the lines name, `evil` too. */
async function createPlayground(): Promise<string> {
  const dir = await tempDir({
    'work/file': 'b\na\n',
    'work/a.txt': 'a\n',
    'work/path': './bin2\n',
    'work/env.sh': 'evil\n',
    'work/sub/file': 'a\n',
    'home/.keep': '',
  });
  for (const folder of ['bin', 'work', 'home']) {
    await mkdir(join(dir, folder), { recursive: true });
    await writeFile(join(dir, folder, 'evil'), EVIL, { mode: 0o755 });
  }
  await mkdir(join(dir, 'work/bin2'));
  for (const name of TOOLS) {
    const file = await findExecutable(name, { cwd: dir, env: process.env });
    if (file !== null) await symlink(file, join(dir, 'bin', name));
    await writeFile(join(dir, 'work/bin2', name), EVIL, { mode: 0o755 });
  }
  const git = 'git -c user.name=a -c user.email=a@b.c';
  const setUp = `git init -q . && git add file && ${git} commit -qm x && echo c > file; git init -q --bare ../outside &&
    git -C ../outside config core.fsmonitor evil; git -C ../outside config core.bare false; cd ../outside && ${git} log; true`;
  await runLines('/bin/bash', [setUp], dir);
  return dir;
}

/** Which of the lines left a mark. */
async function runLines(shell: string, lines: readonly string[], dir: string): Promise<ReadonlySet<string>> {
  const marks = await tempDir();
  const list = join(marks, 'lines');
  await writeFile(list, lines.map((line) => `${line}\0`).join(''));
  const PATH = join(dir, 'bin');
  const env = {
    PATH,
    HOME: join(dir, 'home'),
    MARKS: marks,
    UNDER_TEST: shell,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_PAGER: 'cat',
  };
  const child = spawn('/bin/bash', ['-c', `exec 3<"$0"; ${DRIVER}`, list], {
    cwd: join(dir, 'work'),
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => endGroup(child.pid));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect(code).toBe(0);
  const left = await readdir(marks);
  return new Set(left.flatMap((name) => lines[Number(name)] ?? []));
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

const isAllowed = (line: string, work: string): boolean =>
  outcomeOf(run(line, work), { allow: ALLOW, roots: [work] }) === 'allow';

test.skipIf(process.platform === 'win32')(
  `of ${LINES} tricky command lines none does by a rule what the rule is not about (SIMSE_TEST_SEED=${SEED})`,
  async () => {
    const shells = ['/bin/bash', '/bin/dash'].filter((shell) => existsSync(shell));
    const dirs = await Promise.all(shells.map(createPlayground));
    const work = join(dirs[0] ?? '', 'work');
    const { next } = inventLines(SEED);
    const invented = new Set<string>();
    while (invented.size < LINES) invented.add(next());
    const allowed = new Set([...invented].filter((line) => isAllowed(line, work)));
    expect([...allowed].filter((line) => line.includes('\0')).map(shown)).toEqual([]);
    expect(allowed.size).toBeGreaterThan(500);
    // Some of those that are asked about as well, or there would be nothing to it.
    const asked = [...invented].filter((line) => !line.includes('\0') && !allowed.has(line)).slice(0, SAMPLE);
    await Promise.all(
      shells.map(async (shell, at) => {
        const dir = dirs[at] ?? '';
        expect([...(await runLines(shell, [...allowed], dir))]).toEqual([]);
        expect((await runLines(shell, asked, dir)).size).toBeGreaterThan(SAMPLE / 10);
      }),
    );
  },
  120_000,
);
