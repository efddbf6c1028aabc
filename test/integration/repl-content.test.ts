import { expect, test } from 'vitest';
import type { Terminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { agentSandbox, answer, END, say } from './agent-sandbox.ts';
import { openRepl, prompt } from './repl.ts';
import { promptsOf } from './sent-prompts.ts';

const SCRIPTS = [
  '日本語の見出しと、句読点。',
  '👩‍👩‍👧 and 🇩🇪 and 👍🏽',
  'مرحبا بالعالم',
  'שלום עולם',
  'e\u0301 and ก็',
];

/** What stands in the prompt, from its mark on. */
function draftRow(terminal: Terminal): string {
  return terminal.screen().split('\n').at(-1) ?? '';
}

test('5,000 pasted lines are one chip in the draft, and come to the agent as they were', async () => {
  const sandbox = await agentSandbox({ on: { 'session/prompt': answer('thanks') } });
  const terminal = await openRepl(sandbox);
  const lines = Array.from(
    { length: 5000 },
    (_, index) => `line ${index}: const x = { a: "${index}" };\t// ünï 漢`,
  );
  terminal.send('look at ');
  terminal.send(`${KEYS.pasteStart}${lines.join('\r\n')}${KEYS.pasteEnd}`);
  const shown = await terminal.waitFor('5000 lines');
  expect(shown).not.toContain('line 4999');
  terminal.send(' and say');
  await terminal.waitFor('and say');
  terminal.send(KEYS.enter);
  await terminal.waitFor('● thanks');
  const [text] = await promptsOf(sandbox);
  expect(text).toBe(`look at ${lines.join('\n')} and say`);
  prompt(terminal, '/exit');
  expect(await terminal.exited).toBe(0);
});

test('wide, joined and right-to-left text arrives as typed, is shown as said, and moves no other row', async () => {
  const sandbox = await agentSandbox({
    on: { 'session/prompt': [...SCRIPTS.map((text) => say(`${text}\n\n`)), END] },
  });
  const terminal = await openRepl(sandbox, { columns: 40, rows: 20 });
  for (const text of SCRIPTS) {
    terminal.send(text);
    await expect.poll(() => draftRow(terminal)).toBe(`› ${text}`);
    terminal.send(KEYS.backspace);
    terminal.send('.');
    await expect.poll(() => draftRow(terminal)).toMatch(/\.$/);
    terminal.send(KEYS.ctrlC);
    await terminal.waitFor('Ask anything');
  }
  const draft = SCRIPTS.join(' ');
  terminal.send(draft);
  await expect.poll(() => terminal.screen()).toContain('עולם');
  terminal.send(KEYS.enter);
  await terminal.waitFor('● 日本語');
  await terminal.waitGone('to interrupt');
  expect(await promptsOf(sandbox)).toEqual([draft]);
  const [, said = ''] = terminal.transcript().split('● ');
  for (const text of SCRIPTS) expect(said).toContain(text);
  const rows = terminal.screen().split('\n');
  expect(rows.at(-1)).toBe('› Ask anything');
  expect(terminal.cursor()).toMatchObject({ column: 2 });
});
