import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { openRepl } from './repl.ts';

const BACK = 'The draft of your last session is back';
/** All that is kept of drafts. */
async function keptDrafts({ data }: Sandbox): Promise<string> {
  const names = await readdir(join(data, 'drafts'), { recursive: true }).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json'));
  return (await Promise.all(files.map((name) => readFile(join(data, 'drafts', name), 'utf8')))).join('');
}

test('after kill -9 the draft is in the prompt of the next simse, pastes and all, and of no other', async () => {
  const sandbox = await createSandbox();
  const first = openTerminal(sandbox, []);
  await first.waitFor('Ask anything');
  const paste = Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n');
  first.send(`draft ${KEYS.pasteStart}${paste}${KEYS.pasteEnd} end`);
  await first.waitFor('› draft [Pasted 60 lines] end');
  const second = openTerminal(sandbox, []);
  await second.waitFor('Ask anything');
  await expect.poll(() => keptDrafts(sandbox)).toContain('line 59');
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  const third = openTerminal(sandbox, []);
  await third.waitFor('› draft [Pasted 60 lines] end');
  await third.waitFor(BACK);
  expect(second.screen()).not.toContain('draft');
  third.send(KEYS.ctrlC);
  await third.waitFor('Ask anything');
  await expect.poll(() => keptDrafts(sandbox)).toBe('');
  for (const terminal of [second, third]) {
    terminal.send(KEYS.ctrlC);
    terminal.send(KEYS.ctrlC);
    expect(await terminal.exited).toBe(0);
  }
});

test('the editor that fails leaves the draft as it was, and what it says is told', async () => {
  const sandbox = await createSandbox();
  const editor = join(sandbox.work, 'editor.sh');
  await writeFile(editor, '#!/bin/sh\necho spoiled > "$1"; exit 3\n');
  await chmod(editor, 0o755);
  const terminal = await openRepl(sandbox, { env: { VISUAL: '', EDITOR: editor } });
  terminal.send('my draft');
  await terminal.waitFor('› my draft');
  terminal.send(KEYS.ctrlG);
  await terminal.waitFor('ended with 3');
  await terminal.waitFor('› my draft');
  terminal.send(`${KEYS.ctrlC}${KEYS.ctrlC}`);
  expect(await terminal.exited).toBe(0);
});
