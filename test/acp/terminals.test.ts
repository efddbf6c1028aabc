import { expect, test } from 'vitest';
import { createTerminals } from '../../src/acp/sessions/terminals.ts';
import type { SessionEvent } from '../../src/core/state/events.ts';
import { tempDir } from '../helpers/temp-dir.ts';

const FOREVER = ['-e', 'setInterval(() => {}, 1000)'];

async function patientCommand() {
  const cwd = await tempDir();
  const env = { PATH: process.env['PATH'] ?? '' };
  return { command: process.execPath, args: FOREVER, cwd, env, outputByteLimit: 1000, line: 'node' };
}

function recorded() {
  const events: SessionEvent[] = [];
  const exits = () => events.filter(({ type }) => type === 'terminal_exited').length;
  return { terminals: createTerminals((event) => void events.push(event)), exits };
}

test('a command that is still being started when its turn is cancelled is ended', async () => {
  const { terminals, exits } = recorded();
  const turn = new AbortController();
  const created = terminals.create(await patientCommand(), turn.signal);
  turn.abort();
  await created;
  await expect.poll(exits).toBe(1);
});

test('so is one that is still being started when the agent has gone', async () => {
  const { terminals, exits } = recorded();
  const created = terminals.create(await patientCommand(), null);
  await terminals.releaseAll();
  await created;
  await expect.poll(exits).toBe(1);
});
