import { execa } from 'execa';
import { expect, test } from 'vitest';
import { runSimse, SIMSE_BIN } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import { agentSandbox, END, say } from './agent-sandbox.ts';

const hasShell = process.platform !== 'win32';

/** Runs a line of bash in which `simse` is the real binary. */
async function runShell(sandbox: Sandbox, line: string): Promise<{ stdout: string; stderr: string }> {
  const { stdout, stderr } = await execa('bash', ['-c', `simse() { "$NODE" "$SIMSE_BIN" "$@"; }; ${line}`], {
    cwd: sandbox.work,
    env: { ...sandbox.env, NODE: process.execPath, SIMSE_BIN },
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    stdin: 'ignore',
    timeout: 60_000,
  });
  return { stdout, stderr };
}

test.each([
  { TERM: 'dumb' },
  { NO_COLOR: '1' },
  { CI: 'true' },
  { FORCE_COLOR: '3', COLORTERM: 'truecolor' },
])('with %j an answer, a list and the help are plain text', async (env) => {
  const sandbox = await createSandbox({ 'work/README.md': '# Hello\n' });
  const [answer, list, help] = await Promise.all(
    [['-p', 'read README.md'], ['doctor'], ['--help']].map((args) => runSimse(sandbox, args, { env })),
  );
  expect([answer?.stdout, answer?.exitCode]).toEqual(['# Hello\n', 0]);
  expect(list?.stdout).toMatch(/^ok +node/);
  expect(`${answer?.stderr}${list?.stdout}${help?.stdout}`).not.toContain('\u001b');
});

test.skipIf(!hasShell)('a stdin, stdout or stderr that is closed is no failure', async () => {
  const sandbox = await createSandbox({ 'work/README.md': '# Hello\n' });
  const { stdout, stderr } = await runShell(
    sandbox,
    'simse -p "read README.md" <&-; echo $?; simse -p "read README.md" >&-; echo $?; simse -p "read README.md" 2>&-; echo $?; simse <&-; echo $?',
  );
  expect(stdout).toBe('# Hello\n0\n0\n# Hello\n0\n2\n');
  expect(stderr).toContain('There is no prompt');
  expect(stderr).not.toContain('is a bug');
});

test.skipIf(!hasShell)('a directory that is gone is said in a word', async () => {
  const sandbox = await createSandbox({});
  const { stdout, stderr } = await runShell(
    sandbox,
    'mkdir gone; cd gone; rmdir ../gone; simse -p "list ."; echo $?',
  );
  expect(stdout).toBe('2\n');
  expect(stderr).toBe(
    'simse: The current directory is gone, or cannot be read.\nGo to one that is there, or cd to this one again.\n',
  );
});

test.skipIf(!hasShell)(
  '20,000 chunks arrive complete, and a reader that leaves early ends the run without a word',
  async () => {
    const sandbox = await agentSandbox({
      on: { 'session/prompt': [{ repeat: 20_000, steps: [say('line $n\n')] }, END] },
    });
    const { stdout, exitCode } = await runSimse(sandbox, ['-p', 'hi']);
    expect([stdout.split('\n').length, exitCode]).toEqual([20_001, 0]);
    expect(stdout).toBe(Array.from({ length: 20_000 }, (_, n) => `line ${n}\n`).join(''));
    for (const format of ['text', 'stream-json']) {
      const piped = await runShell(sandbox, `simse -p hi --format ${format} | head -1`);
      expect(piped.stdout.split('\n')).toHaveLength(2);
      expect(piped.stderr).toBe('');
    }
    const methods = (await sandbox.sent()).map(({ method }) => method);
    expect(methods.filter((method) => method === 'session/cancel')).toHaveLength(2);
  },
);

test.skipIf(process.platform !== 'linux')(
  'an answer that cannot be written is a failure that says so',
  async () => {
    const sandbox = await createSandbox({ 'work/README.md': '# Hello\n' });
    for (const line of [
      'simse -p "read README.md"',
      'simse -p "read README.md" --format json',
      'simse --help',
    ]) {
      const { stdout, stderr } = await runShell(sandbox, `{ ${line} > /dev/full; } 2>&1; echo "exit $?"`);
      expect(stdout).toMatch(/could not be written: ENOSPC[^\n]*\nexit 1\n$/);
      expect(stderr).toBe('');
    }
    expect((await runShell(sandbox, 'simse --version > /dev/full; echo $?')).stdout).toBe('1\n');
  },
);
