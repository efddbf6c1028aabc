import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { agentSandbox, answer, say } from './agent-sandbox.ts';

async function ask(sandbox: Sandbox, words: string, ...flags: string[]): Promise<string> {
  const { stdout } = await runSimse(sandbox, ['-p', words, '--format', 'json', ...flags]);
  return (JSON.parse(stdout) as { session_id: string }).session_id;
}

/** Returns the exit code. */
function leave(terminal: Terminal): Promise<number> {
  terminal.send(`/exit${KEYS.enter}`);
  return terminal.exited;
}

async function sessionsOf(sandbox: Sandbox): Promise<{ id: string; turns: number }[]> {
  const { stdout } = await runSimse(sandbox, ['sessions', 'list', '--format', 'json']);
  return (JSON.parse(stdout) as { sessions: { id: string; turns: number }[] }).sessions;
}

test('/resume lists the other sessions and goes on with one, and back by its id', async () => {
  const sandbox = await createSandbox();
  const first = await ask(sandbox, 'say one');
  const second = await ask(sandbox, 'say two');
  const terminal = openTerminal(sandbox, ['--continue']);
  await terminal.waitFor('● two');
  terminal.send(`/resume${KEYS.enter}`);
  await terminal.waitFor(/› say one +\S.* simse +1 turn/);
  terminal.send(KEYS.right);
  await terminal.waitFor(/Asked last[^]*say one[^]*Answered[^]*one/);
  terminal.send(KEYS.escape);
  await terminal.waitFor('Enter to resume · → details');
  terminal.send(KEYS.enter);
  await terminal.waitFor('● one');
  terminal.send(`say three${KEYS.enter}`);
  await terminal.waitFor('● three');
  await terminal.waitGone('to interrupt');
  terminal.send(`/resume ${second.slice(0, 6)}${KEYS.enter}`);
  await terminal.waitFor(/● three[^]*● two/);
  terminal.send(`say four${KEYS.enter}`);
  await terminal.waitFor('● four');
  expect(await leave(terminal)).toBe(0);
  expect(await sessionsOf(sandbox)).toMatchObject([
    { id: second, turns: 2 },
    { id: first, turns: 2 },
  ]);
});

test('/resume says what is wrong and stays', async () => {
  const sandbox = await createSandbox();
  await ask(sandbox, 'say one');
  const terminal = openTerminal(sandbox, ['--continue']);
  await terminal.waitFor('● one');
  terminal.send(`/resume${KEYS.enter}`);
  await terminal.waitFor('There is no other session of this directory.');
  terminal.send(`/resume zzzz${KEYS.enter}`);
  await terminal.waitFor('There is no session "zzzz".');
  terminal.send(`say two${KEYS.enter}`);
  await terminal.waitFor('● two');
  expect(await leave(terminal)).toBe(0);
});

test('/resume works line by line, too', async () => {
  const sandbox = await createSandbox();
  const first = await ask(sandbox, 'say one');
  const terminal = openTerminal(sandbox, [], { env: { TERM: 'dumb' } });
  await terminal.waitFor('simse 0.1.0');
  terminal.send('/resume 1\r');
  await terminal.waitFor(/resume 1[^]*say one/);
  terminal.send('say two\r');
  await terminal.waitFor(/say one[^]*say two[^]*two/);
  expect(await leave(terminal)).toBe(0);
  expect(await sessionsOf(sandbox)).toMatchObject([{ id: first, turns: 2 }]);
});

test('a session that another simse has open is not taken over by /resume', async () => {
  const sandbox = await createSandbox();
  const first = await ask(sandbox, 'say one');
  const holder = openTerminal(sandbox, ['--continue']);
  await holder.waitFor('● one');
  const second = await ask(sandbox, 'say two');
  const terminal = openTerminal(sandbox, ['--resume', second]);
  await terminal.waitFor('● two');
  terminal.send(`/resume ${first}${KEYS.enter}`);
  await terminal.waitFor(`Session ${first} is open in another simse.`);
  expect(await leave(terminal)).toBe(0);
  expect(await leave(holder)).toBe(0);
});

test('/fork goes on from the end of a turn and leaves the session as it is', async () => {
  const sandbox = await createSandbox();
  const first = await ask(sandbox, 'say one');
  await ask(sandbox, 'say two', '--continue');
  const terminal = openTerminal(sandbox, ['--continue']);
  await terminal.waitFor('● two');
  terminal.send(`/fork 3${KEYS.enter}`);
  await terminal.waitFor('There is no turn 3: the session has 2 turns.');
  terminal.send(`/fork 1${KEYS.enter}`);
  await terminal.waitFor(/There is no turn 3[^]*● one/);
  terminal.send(`say other${KEYS.enter}`);
  await terminal.waitFor('● other');
  expect(await leave(terminal)).toBe(0);
  const [forked, ...others] = await sessionsOf(sandbox);
  expect(others).toMatchObject([{ id: first, turns: 2 }]);
  expect(forked?.turns).toBe(2);
  const { stdout } = await runSimse(sandbox, ['sessions', 'show', forked?.id ?? '']);
  expect(stdout).toMatch(/^› say one\n\none\n\n› say other\n\nother/);
});

test('/export writes what was said to this moment, in the format of the name, and spares what is there', async () => {
  const sandbox = await createSandbox({ 'work/there.md': 'mine' });
  const terminal = openTerminal(sandbox, []);
  await terminal.waitFor('Ask anything');
  terminal.send(`/export early.md${KEYS.enter}`);
  await terminal.waitFor('Nothing of this session is recorded yet.');
  terminal.send(`say one${KEYS.enter}`);
  await terminal.waitFor('● one');
  await terminal.waitGone('to interrupt');
  terminal.send(`/export there.md${KEYS.enter}`);
  await terminal.waitFor('is there already.');
  terminal.send(`/export page.html${KEYS.enter}`);
  await terminal.waitFor(/Exported to .*page\.html/);
  expect(await leave(terminal)).toBe(0);
  expect(await readFile(join(sandbox.work, 'page.html'), 'utf8')).toMatch(
    /<!doctype html>[^]*<div class="prose">one<\/div>/,
  );
  expect(await readFile(join(sandbox.work, 'there.md'), 'utf8')).toBe('mine');
});

const SUMMARY = 'Ann wants a shop that sells tea.';

test('after /compact the agent goes on in a new session with its summary and the last turns', async () => {
  const sandbox = await agentSandbox({
    on: { 'session/prompt': answer('all right'), 'session/prompt#4': [say(SUMMARY), ...answer('')] },
  });
  const terminal = openTerminal(sandbox, []);
  await terminal.waitFor('Ask anything');
  for (const words of ['make a shop', 'sell tea', 'in green']) {
    terminal.send(`${words}${KEYS.enter}`);
    await terminal.waitFor(new RegExp(`› ${words}[^]*● all right`));
    await terminal.waitGone('to interrupt');
  }
  terminal.send(`/compact${KEYS.enter}`);
  await terminal.waitFor('continues in a new session with the summary');
  terminal.send(`what colour?${KEYS.enter}`);
  await terminal.waitFor(/› what colour\?[^]*● all right/);
  expect(await leave(terminal)).toBe(0);

  const calls = (await sandbox.sent()).filter(({ method }) =>
    ['session/new', 'session/prompt'].includes(String(method)),
  );
  expect(calls.map(({ method }) => method)).toEqual([
    'session/new',
    ...Array(4).fill('session/prompt'),
    'session/new',
    'session/prompt',
  ]);
  expect(JSON.stringify(calls[4])).toContain('Summarise our conversation so far');
  const told = JSON.stringify(calls.at(-1));
  expect(told).toMatch(
    /Ann wants a shop that sells tea\.[^]*User: sell tea[^]*User: in green[^]*what colour\?/,
  );
  expect(told).not.toContain('make a shop');
  const [session] = await sessionsOf(sandbox);
  const { stdout } = await runSimse(sandbox, ['sessions', 'show', session?.id ?? '']);
  expect(stdout).toMatch(/› make a shop[^]*› \/compact[^]*› what colour\?/);
});

test('a compacted session that is resumed later is handed over with its summary', async () => {
  const sandbox = await agentSandbox({ on: { 'session/prompt': answer(SUMMARY) } });
  for (const words of ['one', 'two', 'three'])
    await ask(sandbox, words, ...(words === 'one' ? [] : ['--continue']));
  await ask(sandbox, '/compact the tea', '--continue');
  await ask(sandbox, 'and now?', '--continue');
  const prompts = (await sandbox.sent()).filter(({ method }) => method === 'session/prompt');
  expect(JSON.stringify(prompts.at(-2))).toContain('What matters most: the tea');
  const told = JSON.stringify(prompts.at(-1));
  expect(told).toMatch(/A summary of what was earlier[^]*User: two[^]*User: three[^]*and now\?/);
  expect(told).not.toContain('User: one');
});

test('/compact says when there is nothing to summarise, and nobody who could', async () => {
  const sandbox = await agentSandbox({ on: { 'session/prompt': answer('hi') } });
  const terminal = openTerminal(sandbox, []);
  await terminal.waitFor('Ask anything');
  terminal.send(`/compact${KEYS.enter}`);
  await terminal.waitFor('Nothing was said yet that could be compacted.');
  expect(await leave(terminal)).toBe(0);
  const plain = openTerminal(await createSandbox(), []);
  await plain.waitFor('Ask anything');
  plain.send(`/compact${KEYS.enter}`);
  await plain.waitFor('There is no model that could write a summary.');
  expect(await leave(plain)).toBe(0);
});

test('an agent that can resume is not asked to where its new session was told nothing yet', async () => {
  const sandbox = await agentSandbox({
    on: {
      initialize: [
        { result: { protocolVersion: 1, agentCapabilities: { sessionCapabilities: { resume: {} } } } },
      ],
      'session/resume': [{ result: {} }],
      'session/prompt': answer(SUMMARY),
    },
  });
  await ask(sandbox, 'one');
  await ask(sandbox, '/compact', '--continue');
  await ask(sandbox, 'and now?', '--continue');
  await ask(sandbox, 'and then?', '--continue');
  const calls = (await sandbox.sent()).filter(({ method }) =>
    /^session\/(new|resume|prompt)$/.test(String(method)),
  );
  const steps = calls.map(({ method }) => String(method).slice('session/'.length));
  expect(steps).toEqual(['new', 'prompt', 'resume', 'prompt', 'new', 'new', 'prompt', 'resume', 'prompt']);
  expect(JSON.stringify(calls[6])).toMatch(/A summary of what was earlier[^]*User: one[^]*and now\?/);
});
