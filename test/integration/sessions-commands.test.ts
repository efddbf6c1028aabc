import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type RunResult, runSimse } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { agentSandbox, answer } from './agent-sandbox.ts';

async function ask(sandbox: Sandbox, words: string, ...flags: string[]): Promise<string> {
  const { stdout } = await runSimse(sandbox, ['-p', words, '--format', 'json', ...flags]);
  return (JSON.parse(stdout) as { session_id: string }).session_id;
}

const sessions = (sandbox: Sandbox, ...args: string[]): Promise<RunResult> =>
  runSimse(sandbox, ['sessions', ...args]);

async function idsOf(sandbox: Sandbox): Promise<string[]> {
  const { stdout } = await sessions(sandbox, 'list', '--format', 'json');
  return (JSON.parse(stdout) as { sessions: { id: string }[] }).sessions.map(({ id }) => id);
}

test('a session is exported as Markdown, JSON and a page, by name or by format, never over a file that is there', async () => {
  const sandbox = await createSandbox();
  const id = await ask(sandbox, 'write notes.md buy <b>milk</b>', '--permission-mode', 'acceptEdits');
  const { stdout: markdown } = await sessions(sandbox, 'export', id.slice(0, 4));
  expect(markdown).toContain('## Prompt\n\nwrite notes.md buy <b>milk</b>');
  expect(markdown).toContain('+buy <b>milk</b>');
  const json = JSON.parse((await sessions(sandbox, 'export', id, '--format', 'json')).stdout);
  expect(json).toMatchObject({ meta: { id, turns: 1 }, events: expect.any(Array) });
  expect((await sessions(sandbox, 'export', id, '-o', 'out.html')).stderr).toContain(`Exported ${id} to `);
  const file = join(sandbox.work, 'out.html');
  expect(await readFile(file, 'utf8')).toContain('<ins>+buy &lt;b&gt;milk&lt;/b&gt;</ins>');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const again = await sessions(sandbox, 'export', id, '--format', 'markdown', '--output', 'out.html');
  expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('is there already.')]);
  const unknown = await sessions(sandbox, 'export', id, '--format', 'pdf');
  expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('markdown, json, html')]);
  const odd = await sessions(sandbox, 'list', '--format', 'html');
  expect([odd.exitCode, odd.stderr]).toEqual([2, expect.stringContaining('for simse sessions export only')]);
});

test('a copy to the end of a turn is a session of its own, and goes on by itself', async () => {
  const sandbox = await createSandbox();
  const first = await ask(sandbox, 'say one');
  await ask(sandbox, 'say two', '--continue');
  const { stdout } = await sessions(sandbox, 'fork', first, '1');
  const copy = stdout.trim();
  expect(await idsOf(sandbox)).toEqual([copy, first]);
  await ask(sandbox, 'say three', '--resume', copy);
  expect((await sessions(sandbox, 'show', copy)).stdout).toMatch(
    /^› say one\n\none\n[^]*› say three\n\nthree/,
  );
  expect((await sessions(sandbox, 'show', copy)).stdout).not.toContain('two');
  expect((await sessions(sandbox, 'show', first)).stdout).not.toContain('three');
  const none = await sessions(sandbox, 'fork', first, '3');
  expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining('the session has 2 turns')]);
});

test('a new title is listed, and --continue still takes what was used last', async () => {
  const sandbox = await createSandbox();
  const first = await ask(sandbox, 'say one');
  const second = await ask(sandbox, 'say two');
  const { stdout } = await sessions(sandbox, 'rename', first, 'My', '\u001b[31mown\u202e');
  expect(stdout).toBe(`${first} is called My own.\n`);
  expect((await sessions(sandbox, 'list')).stdout).toMatch(/say two\n.* 1 turn {2}My own\n$/);
  expect(await ask(sandbox, 'say three', '--continue')).toBe(second);
  expect((await sessions(sandbox, 'rename', first, ' ')).exitCode).toBe(2);
});

test('sessions are removed only when that was said, and all or none are named', async () => {
  const sandbox = await createSandbox();
  const [one, two] = [await ask(sandbox, 'say one'), await ask(sandbox, 'say two')];
  const unsure = await sessions(sandbox, 'rm', one);
  expect([unsure.exitCode, unsure.stderr]).toEqual([2, expect.stringContaining('--yes')]);
  expect((await sessions(sandbox, 'rm', one, 'zzzz', '--yes')).exitCode).toBe(4);
  expect(await idsOf(sandbox)).toEqual([two, one]);

  const terminal = openTerminal(sandbox, ['sessions', 'rm', one]);
  await terminal.waitFor(/say one[^]*Remove this session for good\? \[y\/N\]/);
  terminal.send(KEYS.enter);
  expect(await terminal.exited).toBe(0);
  expect(await idsOf(sandbox)).toEqual([two, one]);

  expect((await sessions(sandbox, 'rm', one, two.slice(0, 6), '--yes')).stdout).toContain(`Removed ${two}.`);
  expect(await readdir(join(sandbox.data, 'sessions'))).toEqual([]);
});

test('the question which sessions to remove has a row for each, however long its title', async () => {
  const sandbox = await createSandbox();
  const id = await ask(sandbox, 'say one');
  await sessions(sandbox, 'rename', id, `A title ${'漢字 '.repeat(30)}`);
  const terminal = openTerminal(sandbox, ['sessions', 'rm', id]);
  const screen = await terminal.waitFor('Remove this session for good?');
  expect(screen).toMatch(new RegExp(`^${id} .* A title 漢字 .*…\nRemove this session`));
  terminal.send(KEYS.enter);
  expect(await terminal.exited).toBe(0);
});

test('a session that is open in another simse is neither removed nor renamed', async () => {
  const sandbox = await createSandbox();
  const [open, other] = [await ask(sandbox, 'say one'), await ask(sandbox, 'say two')];
  const terminal = openTerminal(sandbox, ['--resume', open]);
  await terminal.waitFor('● one');
  const removed = await sessions(sandbox, 'rm', open, other, '--yes');
  expect([removed.exitCode, removed.stdout]).toEqual([1, `Removed ${other}.\n`]);
  expect(removed.stderr).toContain(`Session ${open} is open in another simse.`);
  expect((await sessions(sandbox, 'rename', open, 'x')).exitCode).toBe(1);
  terminal.send(`/exit${KEYS.enter}`);
  expect(await terminal.exited).toBe(0);
  expect(await idsOf(sandbox)).toEqual([open]);
});

test('what was said is found, best first, with where, and hostile texts are only text', async () => {
  const evil = 'the needle \u001b[2J\u001b]0;owned\u0007\u009b2J lies \u202ehere';
  const sandbox = await agentSandbox({ on: { 'session/prompt': answer(evil) } });
  const id = await ask(sandbox, 'where?');
  const { stdout } = await sessions(sandbox, 'search', 'needle', 'lie');
  expect(stdout).toMatch(new RegExp(`^${id} .* where\\?\n {4}the needle lies here\n$`));
  const json = await sessions(sandbox, 'search', 'NEEDLE', '--format', 'json');
  expect(JSON.parse(json.stdout)).toMatchObject({
    sessions: [{ id, score: 1, excerpts: ['the needle lies here'] }],
  });
  for (const format of ['json', 'stream-json']) {
    const shown = (await sessions(sandbox, 'show', id, '--format', format)).stdout;
    expect(shown).toContain('lies \\u202ehere');
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  }
  const none = await sessions(sandbox, 'search', 'needle', 'haystack');
  expect([none.exitCode, none.stdout, none.stderr]).toEqual([0, '', 'simse: No session has all of that.\n']);
});

test('simse resume lists the sessions where nobody can pick one', async () => {
  const sandbox = await createSandbox();
  const id = await ask(sandbox, 'say one');
  const { stdout, exitCode } = await runSimse(sandbox, ['resume']);
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(new RegExp(`^${id} .* say one\n$`))]);
});

test('simse resume lets the user pick a session by typing, and goes on with it', async () => {
  const sandbox = await createSandbox();
  const first = await ask(sandbox, 'say apple');
  await ask(sandbox, 'say pear');
  const terminal = openTerminal(sandbox, ['resume']);
  await terminal.waitFor(/Go on with[^]*› .* say pear[^]*say apple[^]*type to filter/);
  terminal.send('apple');
  await terminal.waitGone('say pear');
  terminal.send(KEYS.enter);
  await terminal.waitFor('● apple');
  expect(terminal.transcript()).not.toContain('type to filter');
  terminal.send(`say plum${KEYS.enter}`);
  await terminal.waitFor('● plum');
  terminal.send(`/exit${KEYS.enter}`);
  expect(await terminal.exited).toBe(0);
  expect((await idsOf(sandbox))[0]).toBe(first);

  const left = openTerminal(sandbox, ['resume']);
  await left.waitFor('type to filter');
  left.send(KEYS.escape);
  expect(await left.exited).toBe(0);
});

test.each([{ TERM: 'dumb' }, { ACCESSIBLE: '1' }])(
  'with %j they pick it by its number, and go on in lines',
  async (env) => {
    const sandbox = await createSandbox();
    await ask(sandbox, 'say apple');
    await ask(sandbox, 'say pear');
    const terminal = openTerminal(sandbox, ['resume'], { env });
    await terminal.waitFor(/Go on with\n1 .* say pear\n2 .* say apple\nType its number/);
    terminal.send('2\r');
    await terminal.waitFor(/\bapple\n[^]*> $|\bapple\n[^]*\n>/);
    terminal.send('/exit\r');
    expect(await terminal.exited).toBe(0);
    expect(terminal.output()).not.toContain('\u001b');
  },
);
