import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { begin, call, DONE, told } from '../model-client.ts';

test('a command that takes too long is ended, with what it printed', async () => {
  const worked = await begin({}, [call('shell', { command: 'echo begun; sleep 60', timeout_ms: 300 }), DONE]);
  await worked.client.prompt('run it');
  expect(told(worked)[0]).toMatch(/^begun\n\nIt was stopped after 0\.3 s\./);
  expect(worked.client.calls()[0]).toMatchObject({ statuses: ['pending', 'in_progress', 'failed'] });
});

test('a command in the background goes on, tells its new output, and its end is told by itself', async () => {
  const line = 'echo one; read x < go; echo two; exit 3';
  const worked = await begin({}, [
    call('shell', { command: 'mkfifo go', timeout_ms: 5000 }),
    call('shell', { command: line, background: true }),
    call('shell_output', { id: 'bg_1' }),
    DONE,
    call('shell_output', { id: 'bg_1' }),
    DONE,
  ]);
  await worked.client.prompt('start it');
  const [, begun, later] = told(worked);
  expect(begun).toBe(`one\n\nbg_1 (${line}) still runs.`);
  expect(later).toContain('No new output.');
  await writeFile(join(worked.cwd, 'go'), 'x\n');
  await worked.client.terminals.get('term-2')?.exited;
  await worked.client.prompt('and now');
  expect(told(worked, 'user').at(-1)).toContain(
    `The background command bg_1 (${line}) has ended: exit code 3.`,
  );
  expect(told(worked).at(-1)).toBe(`two\n\nbg_1 (${line}) has ended: exit code 3.`);
});

test('a turn that is cancelled leaves the background alone, and the end of the session does not', async () => {
  const worked = await begin({}, [
    call('shell', { command: 'sleep 60', background: true }),
    { steps: [{ hang: true }] },
  ]);
  const turn = worked.client.prompt('start it');
  await expect.poll(() => worked.server.requests.length).toBe(2);
  await worked.client.cancel();
  expect(await turn).toEqual({ stopReason: 'cancelled' });
  const terminal = worked.client.terminals.get('term-1');
  expect(terminal?.snapshot().exit).toBeNull();
  const { sessionId } = worked.client;
  await worked.client.connection.agent.request('session/close', { sessionId });
  await terminal?.exited;
});

test('a background command is stopped when the model wants it', async () => {
  const worked = await begin({}, [
    call('shell', { command: 'sleep 60', background: true }),
    call('shell_stop', { id: 'bg_1' }),
    call('shell_output', { id: 'bg_7' }),
    DONE,
  ]);
  await worked.client.prompt('start it');
  expect(told(worked)[1]).toContain('bg_1 is stopped.');
  // That it ran is shown with the call that began it, and not again with every other.
  const [begun, stopped] = worked.client.calls();
  expect(begun).toMatchObject({ content: [{ type: 'terminal' }] });
  expect(stopped).toMatchObject({ title: 'Stop bg_1', content: [{ type: 'content' }] });
  expect(told(worked)[2]).toBe('Failed: There is no background command bg_7; known: bg_1.');
  await worked.client.terminals.get('term-1')?.exited;
});

test('a command is waited for as often as it takes', async () => {
  const look = call('shell_output', { id: 'bg_1', wait_ms: 1 });
  const worked = await begin({}, [
    call('shell', { command: 'mkfifo go', timeout_ms: 5000 }),
    call('shell', { command: 'read x < go; echo over', background: true }),
    look,
    look,
    look,
    look,
    look,
    look,
    call('shell', { command: 'echo x > go', timeout_ms: 5000 }),
    call('shell_output', { id: 'bg_1', wait_ms: 60_000 }),
    DONE,
  ]);
  expect(await worked.client.prompt('wait for it')).toEqual({ stopReason: 'end_turn' });
  expect(told(worked).slice(2, 8).join('')).not.toContain('same call');
  expect(told(worked).at(-1)).toMatch(/^over\n\nbg_1 .* has ended: exit code 0\.$/);
});

test('a command that was stopped can still be asked after', async () => {
  const worked = await begin({}, [
    call('shell', { command: 'sleep 60', background: true }),
    call('shell_stop', { id: 'bg_1' }),
    call('shell_output', { id: 'bg_1' }),
    DONE,
  ]);
  await worked.client.prompt('start it');
  expect(told(worked)[2]).toMatch(/^No new output\.\n\nbg_1 \(sleep 60\) has ended: ended/);
});

test('without terminals of the client commands run after asking, and know no key of a model', async () => {
  const go = 'echo begun; read x < go; echo "$OPENAI_API_KEY" over';
  const worked = await begin(
    {},
    [
      call('shell', { command: 'mkfifo go; echo "key:$OPENAI_API_KEY"; exit 3' }),
      call('shell', { command: 'echo late; sleep 60', timeout_ms: 300 }),
      call('shell', { command: go, background: true }),
      call('shell', { command: 'echo x > go' }),
      call('shell_output', { id: 'bg_1', wait_ms: 60_000 }),
      DONE,
    ],
    { capabilities: {} },
  );
  await worked.client.prompt('run them');
  const [failed, late, begun, , over] = told(worked);
  expect(failed).toBe('key:\n\nExit code 3.');
  expect(late).toMatch(/^late\n\nIt was stopped after 0\.3 s\./);
  expect(begun).toMatch(/^begun\n\nbg_1 .* still runs\.$/);
  expect(over).toMatch(/^ over\n\nbg_1 .* has ended: exit code 0\.$/);
  expect(worked.client.questions).toHaveLength(4);
  expect(worked.client.calls()[0]).toMatchObject({ content: [{ content: { text: 'key:' } }] });
});

test('without terminals of the client a turn that is cancelled ends its command', async () => {
  const worked = await begin({}, [call('shell', { command: 'echo $$ > pid; exec sleep 60' })], {
    capabilities: {},
  });
  const turn = worked.client.prompt('run it');
  const pid = join(worked.cwd, 'pid');
  await expect.poll(() => readFile(pid, 'utf8').catch(() => '')).toMatch(/\d\n/);
  await worked.client.cancel();
  expect(await turn).toEqual({ stopReason: 'cancelled' });
  const number = Number(await readFile(pid, 'utf8'));
  await expect.poll(() => isAlive(number)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('of a long output the beginning and the end are told', async () => {
  const line = 'echo first; seq 100000 130000; echo last';
  const worked = await begin({}, [call('shell', { command: line }), DONE]);
  await worked.client.prompt('run it');
  const [output = ''] = told(worked);
  expect(output).toMatch(/^first\n100000\n[^]*characters are left out here[^]*\n130000\nlast$/);
  expect(output.length).toBeLessThan(33_000);
});
