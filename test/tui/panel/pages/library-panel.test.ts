import { expect, test } from 'vitest';
import { PanelDesk, SIZES } from '../../panels/panel-desk.ts';

async function shelved(): Promise<PanelDesk> {
  const desk = new PanelDesk();
  const { library } = desk.session;
  await library.shelve({
    topic: 'shop',
    title: 'Deploys',
    text: 'They go out on **Tuesdays**.',
    tags: ['ops'],
  });
  await library.shelve({ topic: 'shop', title: 'Empty carts', text: 'A cart may be `undefined`.' });
  await library.shelve({ topic: 'home', title: 'Wifi', text: 'Ask the neighbour.', source: 'claude' });
  return desk.open('library');
}

test('every entry stands under its topic', async () => {
  const desk = await shelved();
  expect(desk.screen()).toContain('Just a moment…');
  expect(await desk.sees('Wifi')).toMatchInlineSnapshot(`
    "── Library ─────────────────────────────────────────────────────── 3 entries ──
    home
    › Wifi         2026-11-20
    shop
      Deploys      2026-11-20  #ops
      Empty carts  2026-11-20
    type to search · Enter looks into it · Ctrl+A adds a note · Esc closes"
  `);
});

test('what is typed is searched for in what entries say, and the list stays until the answer is there', async () => {
  const desk = await shelved();
  await desk.sees('Wifi');
  desk.type('tuesdays');
  expect(desk.screen()).toContain('Wifi');
  await expect.poll(() => desk.screen()).not.toContain('Wifi');
  expect(desk.screen()).toMatch(/› Deploys +shop +They go out/);
});

test('a search that finds nothing says so', async () => {
  const desk = await shelved();
  desk.type('zebra');
  expect(await desk.sees('Nothing is said of "zebra".')).not.toContain('Wifi');
});

test('an entry is read with its Markdown, where it comes from and its tags', async () => {
  const desk = (await shelved()).open('library', 'shop/deploys');
  expect(await desk.sees('Tuesdays')).toMatchInlineSnapshot(`
    "── Deploys ──────────────────────────────────────────────────────────── shop ──
      entry    shop/deploys
      tags     ops
      created  2026-11-20 10:00

    They go out on Tuesdays.
    t changes its title · w withdraws it · Esc goes back"
  `);
});

test('an entry is withdrawn only after a yes, and the list is without it', async () => {
  const desk = await shelved();
  await desk.sees('Wifi');
  desk.press('enter');
  await desk.sees('claude');
  desk.type('w');
  expect(desk.screen()).toMatch(/Withdraw "Wifi"\?.*\nEnter withdraws it · Esc leaves it/);
  desk.press('escape').type('w').press('enter');
  expect(await desk.settle()).toEqual(['home/wifi is withdrawn.']);
  await expect.poll(() => desk.screen()).not.toContain('Wifi');
  expect(desk.screen()).toContain('Deploys');
});

test('whatever is not a yes leaves an entry where it is', async () => {
  const desk = (await shelved()).open('library', 'home/wifi');
  await desk.sees('neighbour');
  desk.type('w').type('n');
  expect(await desk.settle()).toEqual([]);
  expect(desk.screen()).toContain('withdraws it');
});

test('a note is typed in a line of the panel; one word before a colon is its topic', async () => {
  const desk = await shelved();
  desk.press('ctrl+a').press('enter');
  expect(desk.screen()).toContain('✗ It says nothing yet.');
  desk.type('shop: refunds take a week');
  expect(desk.screen()).toMatch(/Note: shop: refunds take a week▏\nIt is shelved under shop\./);
  desk.press('enter');
  expect(await desk.settle()).toEqual(['shop/refunds-take-a-week is in the library.']);
  await desk.sees('refunds take a week');
});

test('a line is edited as the draft is, and Esc leaves it', async () => {
  const desk = (await shelved()).open('library', 'home/wifi');
  await desk.sees('neighbour');
  desk.type('t').press('home').type('Our ').press('end').type('!');
  expect(desk.screen()).toContain('Title: Our Wifi!▏');
  desk.press('escape');
  expect(desk.screen()).not.toContain('Title:');
  desk.type('t').press('ctrl+u').type('Network').press('enter');
  expect(await desk.settle()).toEqual(['It is called Network.']);
  await desk.sees('── Network');
});

test('what changes in the library meanwhile is on the screen', async () => {
  const desk = await shelved();
  await desk.sees('Wifi');
  await desk.session.library.shelve({ topic: 'home', title: 'Bins', text: 'On Mondays.' });
  expect(await desk.sees('Bins')).toContain('4 entries');
});

test('an entry that went away leaves its list', async () => {
  const desk = (await shelved()).open('library', 'home/wifi');
  await desk.sees('neighbour');
  await desk.session.library.withdraw('home/wifi');
  expect(await desk.sees('There is no entry home/wifi')).not.toContain('neighbour');
});

test.each(SIZES)('it fits a terminal of $columns by $rows', async (size) => {
  const desk = await shelved();
  expect(await desk.sees('Library', size)).toContain('Esc closes');
  await desk.open('library', 'shop/deploys').sees(/entry +shop.deploys/, size);
});
