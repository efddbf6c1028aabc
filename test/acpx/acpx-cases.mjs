import assert from 'node:assert/strict';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';

/** What users of acpx do with an agent. `acpx` runs it: {exitCode, stdout, stderr}; `say` and so on as in open-scene.mjs. */
export const ACPX_CASES = {
  'exec answers': async ({ acpx, say }) => {
    const { exitCode, stdout } = await acpx('--format', 'quiet', 'exec', textOf(say('hello')));
    assert.deepEqual([exitCode, stdout.trim()], [0, 'hello']);
  },
  'exec reads a file when reads are approved': async ({ acpx, read }) => {
    const { exitCode, stdout } = await acpx(
      '--approve-reads',
      '--format',
      'quiet',
      'exec',
      textOf(read('README.md')),
    );
    assert.deepEqual([exitCode, stdout.trim()], [0, '# Hello']);
  },
  'exec writes a file when all is approved': async ({ acpx, write, cwd }) => {
    assert.equal((await acpx('--approve-all', 'exec', textOf(write('new.txt', 'x')))).exitCode, 0);
    assert.match(await readFile(path.join(cwd, 'new.txt'), 'utf8'), /^x/);
  },
  'exec writes nothing when all is denied': async ({ acpx, write, cwd }) => {
    const { exitCode } = await acpx('--deny-all', 'exec', textOf(write('new.txt', 'x')));
    assert.equal(exitCode, 5);
    await assert.rejects(access(path.join(cwd, 'new.txt')));
  },
  'a client without files and terminals is no obstacle': async ({ acpx, read }) => {
    const args = ['--no-fs', '--no-terminal', '--approve-all', '--format', 'quiet', 'exec'];
    const { exitCode, stdout } = await acpx(...args, textOf(read('README.md')));
    assert.deepEqual([exitCode, stdout.trim()], [0, '# Hello']);
  },
  'a session takes one prompt after the other': async ({ acpx, say }) => {
    assert.equal((await acpx('sessions', 'new')).exitCode, 0);
    try {
      const first = await acpx('--format', 'quiet', 'prompt', textOf(say('one')));
      const second = await acpx('--format', 'quiet', 'prompt', textOf(say('two')));
      assert.deepEqual([first.stdout.trim(), second.stdout.trim()], ['one', 'two']);
    } finally {
      // It keeps a process for the session, which ends with it.
      await acpx('sessions', 'close');
    }
  },
  'all that passes is valid JSON-RPC, and ends with a stop reason': async ({ acpx, read }) => {
    const args = ['--approve-all', '--format', 'json', '--json-strict', 'exec'];
    const { stdout, stderr } = await acpx(...args, textOf(read('README.md')));
    const messages = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.ok(messages.every(({ jsonrpc }) => jsonrpc === '2.0'));
    assert.equal(messages.at(-1).result.stopReason, 'end_turn');
    assert.equal(stderr, '');
  },
};

function textOf([{ text }]) {
  return text;
}
