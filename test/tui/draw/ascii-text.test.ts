import { expect, test } from 'vitest';
import { asciiText } from '../../../src/tui/draw/ascii-text.ts';
import { widthOf } from '../../../src/tui/draw/graphemes.ts';
import { GLYPHS } from '../../../src/tui/draw/theme.ts';
import { agentSays, FakeSession, READY } from '../fake-session.ts';
import { FakeTerminal } from '../fake-terminal.ts';
import { openRepl, turn } from '../open-repl.ts';

test.each([
  ['plain', 'plain'],
  ['│ déjà vu │', '| deja vu |'],
  ['╭──┬──╮', '+--+--+'],
  ['漢字 👍🏽 שלום', '???? ?? ????'],
  ['“It’s” – so…', '"It\'s" - so.'],
])('%s is shown as %s, in as many columns', (text, shown) => {
  expect(asciiText(text)).toBe(shown);
  expect(widthOf(shown)).toBe(widthOf(text));
});

test('every glyph has something that stands for it', () => {
  for (const glyph of Object.values(GLYPHS)) expect(asciiText(glyph), glyph).toMatch(/^[!-~ ]+$/);
  for (const glyph of Object.values(GLYPHS)) expect(asciiText(glyph), glyph).not.toContain('?');
});

test.each([false, true])('a terminal without Unicode is sent none of it; plain lines: %s', async (plain) => {
  const terminal = new FakeTerminal();
  const session = new FakeSession();
  session.emit(...READY);
  const looks = { colors: 4, background: null, links: false, ascii: true } as const;
  openRepl(terminal, session, { terminal: terminal.asReplTerminal({ looks, plain }) });
  await terminal.waitFor('simse 0.1.0 - claude');
  session.emit(turn('warum?'), agentSays('Weil **déjà vu** › 漢字.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'));
  session.endTurn();
  await terminal.waitFor('Weil deja vu > ????.');
  expect(terminal.output).toMatch(/^[\u0000-\u007f]*$/);
});
