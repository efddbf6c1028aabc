import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse, startSimse } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { prompt } from './repl.ts';

const AGENT = new URL('../../bench/flood/flooding-agent.mjs', import.meta.url).pathname;
const MANY = 50_000;
/** On a machine with much else to do. */
const LONG = { timeout: 180_000 };
const PATIENCE = { timeout: 120_000 };

function flooded(): Promise<Sandbox> {
  const server = { name: 'flooding', command: process.execPath, args: [AGENT] };
  return createSandbox({ 'config/acp.json': { servers: [server] } });
}

async function recordIn({ data }: Sandbox): Promise<string> {
  const [id = ''] = await readdir(join(data, 'sessions'));
  return readFile(join(data, 'sessions', id, 'events.jsonl'), 'utf8');
}

test(
  `a turn of ${MANY} calls comes to its end, and its session is shown and gone on with`,
  LONG,
  async () => {
    const sandbox = await flooded();
    const { stdout, exitCode } = await runSimse(sandbox, ['-p', `calls ${MANY}`, '--format', 'json']);
    const { tool_calls: calls, result } = JSON.parse(stdout) as { tool_calls: object[]; result: string };
    expect([calls.length, result, exitCode]).toEqual([MANY, `all of calls ${MANY} is done`, 0]);
    const shown = await runSimse(sandbox, [
      'sessions',
      'show',
      (await readdir(join(sandbox.data, 'sessions')))[0] ?? '',
    ]);
    expect(shown.stdout.split('Run step')).toHaveLength(MANY + 1);
    const terminal = openTerminal(sandbox, ['--continue']);
    await terminal.waitFor('earlier entries');
    await terminal.waitFor(`Run step ${MANY - 1}`);
    prompt(terminal, 'calls 10');
    await terminal.waitFor('all of calls 10 is done');
    expect(terminal.residentMb()).toBeLessThan(700);
    terminal.send(KEYS.ctrlD);
    expect(await terminal.exited).toBe(0);
  },
);

test(`SIGTERM in a turn of ${MANY} calls ends it in order`, LONG, async () => {
  const sandbox = await flooded();
  const simse = startSimse(sandbox, ['-p', `calls ${MANY} stay`]);
  let said = '';
  simse.stdout.on('data', (chunk: string) => {
    said += chunk;
  });
  await expect.poll(() => said, PATIENCE).toContain('is done');
  simse.kill('SIGTERM');
  expect((await simse).exitCode).toBe(143);
  expect(await recordIn(sandbox)).toContain('"type":"turn_ended"');
});

test('a flood of questions is answered and interrupted like one', LONG, async () => {
  const sandbox = await flooded();
  const terminal = openTerminal(sandbox, []);
  await terminal.waitFor('Ask anything');
  prompt(terminal, 'storm 5000');
  await terminal.waitFor('1 of 20');
  process.kill(terminal.pid, 'SIGTERM');
  expect(await terminal.exited).toBe(143);
  const record = await recordIn(sandbox);
  expect(record.split('"type":"question_asked"')).toHaveLength(21);
  expect(record).toContain('"type":"turn_ended"');
});
