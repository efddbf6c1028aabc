import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { outcomeOf, run } from '../gate-requests.ts';

// Lines are put together from pieces that have tricked such gates, judged, and then run by real shells in which the only
// programs are `safe` and `evil`, and a few that run others. `evil` leaves a mark.
const PIECES = (
  "safe|safe |evil|evil x| evil |;|&|&&|\n|\r| |\t|'|\"|\\|\\\n|`|$(|)|(|{ |}| }| #|#|$x|x=evil;|x=evil |${x}|$'|>|2>&1|>&1|" +
  "&>|>/dev/null|2>/dev/null|&>/dev/null|</dev/null|<<E\n|\nE\n|<<<|2|/|*|?|ev?l|e'v'il|ev\\il|{evil,x}|bin/evil|eval |" +
  "sh -c |sh -c 'evil'|command |exec |env |! |if |then |fi|do |done|case x in x) |;;|esac|f() |function f |alias safe=evil|" +
  "time |\u00a0|\u200b|find . -maxdepth 0 -exec |trap |EXIT|for x in evil|\"$x\"|it's|\v|~|--|[ | ]|set --|$@|$1|\n# '|' #"
).split('|');
PIECES.push('|', '||', '|&');
const ENDS = [
  '',
  ' evil',
  ';evil',
  '\nevil',
  '&& evil',
  "\nevil # '",
  '\nevil # "',
  "' evil",
  '" evil',
  ')',
  '`',
];
const LINES = 2000;

/** The same numbers in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
}

function inventLine(random: (below: number) => number): string {
  const pick = (from: readonly string[]) => from[random(from.length)] ?? '';
  const middle = Array.from({ length: 1 + random(5) }, () => pick(PIECES) + (random(3) === 0 ? ' ' : ''));
  return (random(3) > 0 ? 'safe ' : '') + middle.join('') + pick(ENDS);
}

async function createPlayground(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'simse-shell-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const bin = join(dir, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'safe'), '#!/bin/sh\n', { mode: 0o755 });
  await writeFile(join(bin, 'evil'), '#!/bin/sh\n: > "$MARK"\n', { mode: 0o755 });
  await symlink('/bin/sh', join(bin, 'sh'));
  for (const name of ['env', 'find']) await symlink(`/usr/bin/${name}`, join(bin, name));
  return dir;
}

async function runIn(shell: string, line: string, dir: string, mark: string): Promise<void> {
  const options = {
    cwd: dir,
    env: { PATH: join(dir, 'bin'), MARK: mark },
    stdio: 'ignore',
    timeout: 5000,
  } as const;
  const child = spawn(shell, ['-c', line], options);
  await new Promise((resolve) => child.once('exit', resolve));
}

test.skipIf(process.platform === 'win32').each(['/bin/sh', '/bin/bash'].filter((shell) => existsSync(shell)))(
  'nothing that the gate allows makes %s run another program',
  async (shell) => {
    const dir = await createPlayground();
    await runIn(shell, 'safe; evil', dir, join(dir, 'mark'));
    expect(existsSync(join(dir, 'mark'))).toBe(true);
    const random = createRandom(20_261_120);
    const invented = new Set(Array.from({ length: LINES }, () => inventLine(random)));
    const allowed = [...invented].filter((line) => {
      const byAllowing = outcomeOf(run(line), { allow: ['shell(safe *)'] }) === 'allow';
      return (
        byAllowing || outcomeOf(run(line), { mode: 'bypassPermissions', deny: ['shell(evil *)'] }) === 'allow'
      );
    });
    expect(allowed.length).toBeGreaterThan(150);
    const marks = allowed.map((_, index) => join(dir, `mark-${index}`));
    for (const [index, line] of allowed.entries()) await runIn(shell, line, dir, marks[index] ?? '');
    expect(allowed.filter((_, index) => existsSync(marks[index] ?? ''))).toEqual([]);
  },
  60_000,
);
