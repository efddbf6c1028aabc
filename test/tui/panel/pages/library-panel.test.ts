import { expect, test } from 'vitest';
import { PanelTester, SIZES } from '../panel-tester.ts';

async function shelved(): Promise<PanelTester> {
  const tester = new PanelTester();
  const { library } = tester.session;
  await library.shelve({
    topic: 'shop',
    title: 'Deploys',
    text: 'They go out on **Tuesdays**.',
    tags: ['ops'],
  });
  await library.shelve({ topic: 'shop', title: 'Empty carts', text: 'A cart may be `undefined`.' });
  await library.shelve({ topic: 'home', title: 'Wifi', text: 'Ask the neighbour.', source: 'claude' });
  return tester.open('library');
}

test('every entry stands under its topic', async () => {
  const tester = await shelved();
  expect(tester.screen()).toContain('Loading…');
  expect(await tester.sees('Wifi')).toMatchInlineSnapshot(`
    "── Library ─────────────────────────────────────────────────────── 3 entries ──
    home
    › Wifi         2026-11-20
    shop
      Deploys      2026-11-20  #ops
      Empty carts  2026-11-20
    type to search · ↑↓ to move · Enter to open · Ctrl+A to add note · Esc to close"
  `);
});

test('what is typed is searched for in what entries say, and the list stays until the answer is there', async () => {
  const tester = await shelved();
  await tester.sees('Wifi');
  tester.type('tuesdays');
  expect(tester.screen()).toContain('Wifi');
  await expect.poll(() => tester.screen()).not.toContain('Wifi');
  expect(tester.screen()).toMatch(/› Deploys +shop +They go out/);
});

test('a search that finds nothing says so', async () => {
  const tester = await shelved();
  tester.type('zebra');
  expect(await tester.sees('Nothing is said of "zebra".')).not.toContain('Wifi');
});

test('an entry is read with its Markdown, where it comes from and its tags', async () => {
  const tester = (await shelved()).open('library', 'shop/deploys');
  expect(await tester.sees('Tuesdays')).toMatchInlineSnapshot(`
    "── Deploys ──────────────────────────────────────────────────────────── shop ──
      entry    shop/deploys
      tags     ops
      created  2026-11-20 10:00

    They go out on Tuesdays.
    t rename · w delete · Esc to go back"
  `);
});

test('an entry is withdrawn only after a yes, and the list is without it', async () => {
  const tester = await shelved();
  await tester.sees('Wifi');
  tester.press('enter');
  await tester.sees('claude');
  tester.type('w');
  expect(tester.screen()).toMatch(/Delete "Wifi"\?.*\nEnter to delete · Esc to cancel/);
  tester.press('escape').type('w').press('enter');
  expect(await tester.settle()).toEqual(['home/wifi was deleted.']);
  await expect.poll(() => tester.screen()).not.toContain('Wifi');
  expect(tester.screen()).toContain('Deploys');
});

test('whatever is not a yes leaves an entry where it is', async () => {
  const tester = (await shelved()).open('library', 'home/wifi');
  await tester.sees('neighbour');
  tester.type('w').type('n');
  expect(await tester.settle()).toEqual([]);
  expect(tester.screen()).toContain('delete');
});

test('a note is typed in a line of the panel; one word before a colon is its topic', async () => {
  const tester = await shelved();
  tester.press('ctrl+a').press('enter');
  expect(tester.screen()).toContain('✗ It says nothing yet.');
  tester.type('shop: refunds take a week');
  expect(tester.screen()).toMatch(/Note: shop: refunds take a week▏\nIt is shelved under shop\./);
  tester.press('enter');
  expect(await tester.settle()).toEqual(['shop/refunds-take-a-week is in the library.']);
  await tester.sees('refunds take a week');
});

test('a line is edited as the draft is, and Esc leaves it', async () => {
  const tester = (await shelved()).open('library', 'home/wifi');
  await tester.sees('neighbour');
  tester.type('t').press('home').type('Our ').press('end').type('!');
  expect(tester.screen()).toContain('Title: Our Wifi!▏');
  tester.press('escape');
  expect(tester.screen()).not.toContain('Title:');
  tester.type('t').press('ctrl+u').type('Network').press('enter');
  expect(await tester.settle()).toEqual(['It is called Network.']);
  await tester.sees('── Network');
});

test('what changes in the library meanwhile is on the screen', async () => {
  const tester = await shelved();
  await tester.sees('Wifi');
  await tester.session.library.shelve({ topic: 'home', title: 'Bins', text: 'On Mondays.' });
  expect(await tester.sees('Bins')).toContain('4 entries');
});

test('an entry that went away leaves its list', async () => {
  const tester = (await shelved()).open('library', 'home/wifi');
  await tester.sees('neighbour');
  await tester.session.library.withdraw('home/wifi');
  expect(await tester.sees('There is no entry home/wifi')).not.toContain('neighbour');
});

test.each(SIZES)('it fits a terminal of $columns by $rows', async (size) => {
  const tester = await shelved();
  expect(await tester.sees('Library', size)).toContain('Esc to close');
  await tester.open('library', 'shop/deploys').sees(/entry +shop.deploys/, size);
});
