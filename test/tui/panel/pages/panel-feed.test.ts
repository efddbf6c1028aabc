import { expect, test } from 'vitest';
import { SimseError } from '../../../../src/core/errors.ts';
import { PanelFeed, type Source } from '../../../../src/tui/panel/panel-feed.ts';
import { FakeSession } from '../../fake-session.ts';
import { PanelTester } from '../panel-tester.ts';

function feed(): PanelFeed {
  return new PanelFeed(new FakeSession(), () => {});
}

test('why a list did not come is said in its place, and it is asked for again', async () => {
  const tester = new PanelTester().open('resume');
  const { earlier } = tester.session;
  const list = earlier.list;
  earlier.list = () => Promise.reject(new SimseError('store_failed', 'The disk is gone.'));
  await tester.sees('The disk is gone.');
  earlier.list = list;
  await tester.settle();
  expect(await tester.sees('Empty carts')).not.toContain('The disk is gone.');
});

test('keys go on while a list is on its way', () => {
  const tester = new PanelTester().open('resume');
  tester.session.earlier.list = () => new Promise(() => {});
  tester.type('cart').press('down', 'enter', 'escape');
  expect(tester.screen()).toContain('Loading…');
  expect(tester.press('escape').isOpen).toBe(false);
});

test('what is wanted no longer is given up, and what is wanted is fetched once', async () => {
  const signals: AbortSignal[] = [];
  const source: Source<string> = {
    key: 'slow',
    load: (_session, signal) => (signals.push(signal), new Promise(() => {})),
  };
  const kept = feed();
  kept.want([source]);
  kept.want([source]);
  await expect.poll(() => signals.length).toBe(1);
  kept.want([]);
  expect(signals[0]?.aborted).toBe(true);
});

test('until an answer is there, the last of its family stands in for it', async () => {
  const answering = (key: string): Source<string> => ({
    key,
    family: 'search',
    load: () => Promise.resolve(`found ${key}`),
  });
  const kept = feed();
  kept.want([answering('a')]);
  await expect.poll(() => kept.of(answering('a'))).toEqual({ state: 'ready', value: 'found a' });
  kept.want([answering('ab')]);
  expect(kept.of(answering('ab'))).toEqual({ state: 'loading', before: 'found a' });
  await expect.poll(() => kept.of(answering('ab')).state).toBe('ready');
  kept.close();
});

test('what was fetched is forgotten with its panel', async () => {
  let count = 0;
  const source: Source<number> = { key: 'count', load: () => Promise.resolve((count += 1)) };
  const kept = feed();
  kept.want([source]);
  await expect.poll(() => kept.of(source)).toEqual({ state: 'ready', value: 1 });
  kept.want([]);
  kept.want([source]);
  expect(kept.of(source).state).toBe('loading');
  await expect.poll(() => kept.of(source)).toEqual({ state: 'ready', value: 2 });
  kept.close();
});
