import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import type { Sandbox } from '../helpers/sandbox.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { agentSandbox, answer, END, type Scenario, type Step, say } from './agent-sandbox.ts';
import { prompt } from './repl.ts';

const DEPTH = 5000;

function call(id: string, rawInput: object): Step {
  return {
    update: {
      sessionUpdate: 'tool_call',
      toolCallId: id,
      title: `Call ${id}`,
      status: 'completed',
      rawInput,
    },
  };
}

/** Written as text, since nobody can make JSON of the value. */
const DEEP: Step = {
  write: `${JSON.stringify({
    jsonrpc: '2.0',
    method: 'session/update',
    params: {
      sessionId: 's1',
      update: { sessionUpdate: 'tool_call', toolCallId: 'deep', title: 'Call deep', rawInput: '$deep' },
    },
  }).replace('"$deep"', `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`)}\n`,
};

async function recordsIn({ data }: Sandbox): Promise<string[]> {
  const ids = await readdir(join(data, 'sessions'));
  return Promise.all(ids.map((id) => readFile(join(data, 'sessions', id, 'events.jsonl'), 'utf8')));
}

test('a call with input nested 5,000 deep is recorded, and so is all that comes after it', async () => {
  const after = { ['__proto__']: { x: 1 }, toJSON: 'text', half: '\ud800', long: 'x'.repeat(300_000) };
  const sandbox = await agentSandbox({
    on: { 'session/prompt': [DEEP, call('after', after), say('done'), END] },
  });
  for (const format of ['text', 'stream-json', 'json']) {
    const { stdout, stderr, exitCode } = await runSimse(sandbox, ['-p', 'go', '--format', format]);
    expect([stderr, exitCode]).toEqual(['', 0]);
    expect(stdout).toContain('done');
  }
  for (const record of await recordsIn(sandbox)) {
    expect(record).toContain('[left out: nested over 200 levels deep]');
    expect(record).toContain('Call after');
    expect(record).toContain('"type":"turn_ended"');
  }
});

test.skipIf(!existsSync('/dev/full'))(
  'what could not be written is in the record when it can be again',
  async () => {
    const scenario: Scenario = {
      on: { 'session/prompt': answer('the first answer'), 'session/prompt#2': answer('the second answer') },
    };
    const sandbox = await agentSandbox(scenario);
    const terminal = openTerminal(sandbox, []);
    await terminal.waitFor('Ask anything');
    // The record of the session begins with its first prompt.
    const sessions = join(sandbox.data, 'sessions');
    await rm(sessions, { recursive: true, force: true });
    await symlink('/dev/full', sessions);
    prompt(terminal, 'one');
    await terminal.waitFor('the first answer');
    await terminal.waitFor('no longer recorded');
    await rm(sessions);
    await mkdir(sessions);
    prompt(terminal, 'two');
    await terminal.waitFor('the second answer');
    terminal.send(KEYS.ctrlD);
    expect(await terminal.exited).toBe(0);
    expect(terminal.transcript().split('no longer recorded')).toHaveLength(2);
    const [record = ''] = await recordsIn(sandbox);
    for (const said of ['"one"', 'the first answer', '"two"', 'the second answer'])
      expect(record).toContain(said);
  },
);

test('a folder that is removed while its session runs is made again, and that is told', async () => {
  const sandbox = await agentSandbox({
    on: { 'session/prompt': answer('the first answer'), 'session/prompt#2': answer('the second answer') },
  });
  const terminal = openTerminal(sandbox, []);
  await terminal.waitFor('Ask anything');
  prompt(terminal, 'one');
  await terminal.waitFor('the first answer');
  const sessions = join(sandbox.data, 'sessions');
  await expect.poll(() => readdir(sessions)).toHaveLength(1);
  await rm(sessions, { recursive: true });
  prompt(terminal, 'two');
  await terminal.waitFor('the second answer');
  await terminal.waitFor('no longer recorded');
  terminal.send(KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
  await expect.poll(() => terminal.transcript()).toContain('recorded again');
  expect((await recordsIn(sandbox))[0]).toContain('the second answer');
});
