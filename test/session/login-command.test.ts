import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PermissionMode } from '../../src/core/gate/permission-mode.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { echoAgent, fakeBackend } from './fake-backend.ts';
import { openWith, text } from './open-session.ts';

/** A session whose agent wants to be logged in to by a command of its own, which leaves a file. */
async function loginByCommand(mode: PermissionMode, deny: string[] = []) {
  const folder = await tempDir();
  const marker = join(folder, 'ran');
  const backend = fakeBackend(echoAgent);
  backend.needsLogIn = true;
  const line = `/bin/sh -c 'touch ${marker}; #\u202e harmless'`;
  backend.authMethod = {
    id: 'key',
    name: 'Log in safely',
    terminal: { command: '/bin/sh', args: ['-c', `touch ${marker}`], cwd: folder, env: {}, line },
  };
  const rules = deny.map((rule) => ({ effect: 'deny' as const, rule, source: '--deny' }));
  const session = openWith(backend, { mode, rules, cwd: folder, roots: [folder] });
  let decided = 0;
  session.onEvent(({ type }) => void (decided += type === 'permission_decided' ? 1 : 0));
  session.setTerminalLender(async (use) => {
    await use();
    backend.needsLogIn = false;
  });
  const turn = session.prompt(text('hello'));
  await expect.poll(() => session.getState().elicitations).toHaveLength(1);
  const [elicitation] = session.getState().elicitations;
  session.answerElicitation(elicitation?.id ?? '', { action: 'accept', content: { method: 'key' } });
  const asked = elicitation?.request;
  return { session, turn, folder, line, asked, decided: () => decided, hasRun: () => existsSync(marker) };
}

test("an agent's login command is shown whole where it is chosen, and asked about as a command", async () => {
  const { session, turn, folder, line, asked, decided, hasRun } = await loginByCommand('default');
  expect(JSON.stringify(asked)).toContain('harmless');
  expect(JSON.stringify(asked)).toContain('u{202e}');
  await expect.poll(() => session.getState().questions).toHaveLength(1);
  const [question] = session.getState().questions;
  expect(question).toMatchObject({
    askedBy: 'fake',
    request: { kind: 'shell', command: line, cwd: folder },
  });
  expect(hasRun()).toBe(false);
  const allow = question?.options.find(({ kind }) => kind === 'allow_once');
  session.answer(question?.id ?? '', { outcome: 'selected', optionId: allow?.id ?? '' });
  expect(await turn).toEqual({ stopReason: 'end_turn' });
  expect([hasRun(), decided()]).toEqual([true, 1]);
});

test.each([
  ['--deny shell', 'default', ['shell']],
  ['plan mode', 'plan', []],
  ['dontAsk', 'dontAsk', []],
] as const)('with %s it does not run', async (_what, mode, deny) => {
  const { turn, decided, hasRun } = await loginByCommand(mode, [...deny]);
  expect(await turn).toMatchObject({ error: { code: 'auth_required' } });
  expect([hasRun(), decided()]).toEqual([false, 1]);
});
