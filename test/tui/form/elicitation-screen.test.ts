import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FakeSession, READY } from '../fake-session.ts';
import { FakeTerminal } from '../fake-terminal.ts';
import { FEATURES, field, formAsked, pageAsked, REGION } from '../fields.ts';
import { CLEARS, openReady, openRepl, turn } from '../open-repl.ts';

/** A little longer than a dialog takes no keys after it has appeared. */
const GUARD_MS = 250;
const SHIFT_TAB = '\u001b[Z';

const FIELDS = [
  field({ required: true }),
  field({ key: 'mail', label: 'Mail', format: 'email' }),
  { ...REGION, required: true },
  FEATURES,
];

test.each([
  [80, 24],
  [20, 10],
])('a form is filled in, mended and sent in a terminal of %i by %i', async (columns, rows) => {
  const terminal = new FakeTerminal(columns, rows);
  const { session } = await openReady(terminal);
  session.emit(turn('go'), formAsked(FIELDS));
  await terminal.waitFor('› Name');
  await delay(GUARD_MS);
  terminal.type('Ada L');
  terminal.type('ovelace\r');
  await terminal.waitFor('› Mail');
  terminal.type('ada\r');
  await terminal.waitFor('✗ must');
  terminal.type('@example.org\r');
  await terminal.waitFor('› Region');
  terminal.type('3\r');
  await terminal.waitFor('› Features');
  terminal.type(' 2');
  await terminal.waitFor('› 2 [x]');
  terminal.type('\r');
  const content = {
    name: 'Ada Lovelace',
    mail: 'ada@example.org',
    region: 'ap',
    features: ['logs', 'metrics'],
  };
  await expect
    .poll(() => session.calls)
    .toEqual([{ method: 'answerElicitation', elicitationId: 'e', answer: { action: 'accept', content } }]);
  await expect.poll(() => terminal.screen()).not.toContain('Name');
  for (const clear of CLEARS) expect(terminal.output).not.toContain(clear);
});

test('2,000 characters typed into a field while output streams all arrive, in order', async () => {
  const terminal = new FakeTerminal();
  const { session } = await openReady(terminal);
  session.emit(turn('go'), formAsked([field()]));
  await terminal.waitFor('› Name');
  await delay(GUARD_MS);
  const text = Array.from({ length: 2000 }, (_, index) => String.fromCharCode(97 + (index % 26))).join('');
  for (let start = 0; start < text.length; start += 7) {
    terminal.type(text.slice(start, start + 7));
    if (start % 35 === 0) await new Promise(setImmediate);
  }
  terminal.type('\r');
  await expect
    .poll(() => session.calls)
    .toEqual([
      {
        method: 'answerElicitation',
        elicitationId: 'e',
        answer: { action: 'accept', content: { name: text } },
      },
    ]);
});

test('keys typed as a form appears go to the prompt; Shift+Tab in it goes back, and leaves the mode alone', async () => {
  const terminal = new FakeTerminal();
  const { session } = await openReady(terminal);
  session.emit(turn('go'), formAsked(FIELDS));
  await terminal.waitFor('› Name');
  terminal.type('later');
  await terminal.waitFor('› later');
  await delay(GUARD_MS);
  terminal.type(SHIFT_TAB);
  await terminal.waitFor('› Features');
  expect(session.getState().mode).toBe('default');
});

test('a page is opened only by its key; where there is no browser, that is said', async () => {
  const terminal = new FakeTerminal();
  const session = new FakeSession();
  const opened: string[] = [];
  session.emit(...READY, turn('go'), pageAsked('https://example.org/login'));
  openRepl(terminal, session, {
    openUrl(url) {
      opened.push(url);
      return Promise.reject(new Error('no browser here'));
    },
  });
  await terminal.waitFor('at example.org\nhttps://example.org/login');
  await delay(GUARD_MS);
  expect(opened).toEqual([]);
  terminal.type('o');
  await terminal.waitFor('✗ no browser here');
  expect(opened).toEqual(['https://example.org/login']);
  terminal.type('\u001b');
  await expect.poll(() => session.calls).toMatchObject([{ answer: { action: 'cancel' } }]);
});
