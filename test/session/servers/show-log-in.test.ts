import { expect, test } from 'vitest';
import type { ElicitationAnswer, ElicitationRequest } from '../../../src/core/elicitation/elicitation.ts';
import { SimseError } from '../../../src/core/errors.ts';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import { createShowLogIn } from '../../../src/session/servers/show-log-in.ts';

const PAGE = { server: 'linear', url: 'https://login.test/?state=1' };

/** Shows a login page to somebody who gives these answers, the last one for good. */
function show(answers: ElicitationAnswer[], openUrl: (url: string) => Promise<void>) {
  const asked: ElicitationRequest[] = [];
  const events: SessionEvent[] = [];
  const showLogIn = createShowLogIn({
    elicit(request) {
      asked.push(request);
      return Promise.resolve(answers[asked.length - 1] ?? { action: 'cancel' });
    },
    emit: (event) => void events.push(event),
    openUrl,
  });
  return { asked, events, shown: showLogIn(PAGE, { signal: new AbortController().signal }) };
}

const noBrowser = () => Promise.reject(new SimseError('not_found', 'no browser could be opened'));
const pasted = (address: string): ElicitationAnswer => ({ action: 'accept', content: { address } });

test('agreeing opens the page; where it ends can be pasted meanwhile', async () => {
  const opened: string[] = [];
  const { asked, shown } = show([{ action: 'accept' }, pasted('http://127.0.0.1:1/?code=2')], (url) => {
    opened.push(url);
    return Promise.resolve();
  });
  expect(await shown).toBe('http://127.0.0.1:1/?code=2');
  expect(opened).toEqual([PAGE.url]);
  expect(asked).toMatchObject([
    { mode: 'url', url: PAGE.url, opens: true },
    { mode: 'form', message: expect.stringContaining('open in your browser') },
  ]);
});

test('without a browser the page is written out to be opened elsewhere', async () => {
  const { asked, events, shown } = show([{ action: 'accept' }, pasted('http://x.test/')], noBrowser);
  expect(await shown).toBe('http://x.test/');
  expect(events).toMatchObject([{ type: 'notice', text: `the login page is\n${PAGE.url}` }]);
  expect(asked[1]?.message).toContain('any browser');
});

test.each([
  ['before the page is opened', [{ action: 'decline' }]],
  ['while it waits', [{ action: 'accept' }, { action: 'cancel' }]],
] satisfies [string, ElicitationAnswer[]][])('a login can be left %s', async (_when, answers) => {
  const { shown } = show(answers, () => Promise.resolve());
  await expect(shown).rejects.toMatchObject({ code: 'cancelled' });
});
