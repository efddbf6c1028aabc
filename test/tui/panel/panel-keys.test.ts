import { expect, test } from 'vitest';
import { rowText } from '../../../src/tui/draw/span.ts';
import { topPage } from '../../../src/tui/panel/open-page.ts';
import { createPanel, type PageView, topView } from '../../../src/tui/panel/panel-state.ts';
import { hasServer, tool, view } from '../servers.ts';
import { Person } from '../update/person.ts';

function opened(item: string | null = null): Person {
  const person = new Person([
    hasServer({ name: 'shop', tools: 2 }),
    hasServer({ name: 'linear', transport: 'http', state: 'needs_auth' }),
    hasServer({ name: 'git', state: 'disabled' }),
  ]);
  person.ui = { ...person.ui, panel: createPanel('mcp', item) };
  person.mcp = view({
    tools: Array.from({ length: 40 }, (_, index) => tool(`tool-${index}`, '')),
  });
  return person;
}

/** The page that is looked at. */
function looked({ ui }: Person): PageView | null {
  return ui.panel === null ? null : topView(ui.panel);
}

function marked({ ui, context }: Person): string | null {
  if (ui.panel === null) return null;
  const { items, marked: index } = topPage(ui.panel, context);
  return items[index]?.id ?? null;
}

test('arrows move the mark and stay in the list; Enter looks into the marked one', () => {
  const person = opened().press('down', 'down', 'down');
  expect(marked(person)).toBe('git');
  person.press('up', 'up', 'up', 'enter');
  expect(looked(person)?.id).toBe('shop');
});

test('typing filters by every word, and the mark stands on the first that is left', () => {
  const person = opened().press('down').type('http log').press('enter');
  expect(looked(person)?.id).toBe('linear');
  expect(person.draft).toBe('');
});

test('Enter with nothing left does nothing', () => {
  expect(looked(opened().type('xyz').press('enter'))?.id).toBe('');
});

test('Backspace takes back what was typed; Esc all of it, then closes', () => {
  const person = opened().type('sho').press('backspace');
  expect(looked(person)?.filter).toBe('sh');
  person.press('escape');
  expect(looked(person)?.filter).toBe('');
  person.press('escape');
  expect(person.ui.panel).toBeNull();
});

test('Esc goes back from a server to the list with its mark', () => {
  const person = opened().press('down', 'enter', 'escape');
  expect(looked(person)?.id).toBe('');
  expect(marked(person)).toBe('linear');
});

test.each(['ctrl+c', 'ctrl+d'])('%s closes from anywhere', (chord) => {
  expect(opened('shop').press(chord).ui.panel).toBeNull();
});

test('a panel opens on one of its items', () => {
  const person = opened('linear').type('r');
  expect(person.effects).toEqual([{ type: 'server', action: 'restart', server: 'linear' }]);
});

test.each([
  ['shop', 'r', 'restart'],
  ['shop', 'e', 'disable'],
  ['git', 'e', 'enable'],
  ['linear', 'l', 'logIn'],
  ['linear', 'o', 'logOut'],
])('in %s the key %s does: %s', (server, key, action) => {
  const person = opened(server).type(key);
  expect(person.effects).toEqual([{ type: 'server', action, server }]);
  expect(rowText(person.ui.panel?.message ?? [])).toContain(server);
});

test('a server on this machine has no login', () => {
  expect(opened('shop').type('l').type('o').effects).toEqual([]);
});

test('what is known of a server scrolls, never past its end', () => {
  const person = opened('shop').press('down', 'down', 'pagedown');
  const afterPage = looked(person)?.scroll ?? 0;
  expect(afterPage).toBeGreaterThan(5);
  person.press('end');
  const end = looked(person)?.scroll ?? 0;
  expect(looked(person.press('down'))?.scroll).toBe(end);
  expect(looked(person.press('home', 'up'))?.scroll).toBe(0);
});

test('a permission question takes the keys first, and the panel is there after it', () => {
  const person = opened('shop');
  person.session.emit({
    type: 'question_asked',
    question: {
      id: 'q',
      askedBy: 'shop',
      title: 'Let shop ask your model',
      request: { kind: 'sampling', server: 'shop', prompt: 'User: hi' },
      options: [{ id: 'y', label: 'Allow once', kind: 'allow_once' }],
    },
  });
  person.press('f12').wait(1001).press('enter');
  expect(person.effects).toMatchObject([
    { type: 'answer', questionId: 'q', answer: { outcome: 'selected', optionId: 'y' } },
  ]);
  expect(looked(person)?.id).toBe('shop');
});

test('the draft is kept while a panel is open', () => {
  const person = new Person([hasServer()]).type('half a thought');
  person.ui = { ...person.ui, panel: createPanel('mcp', null) };
  person.type('x').press('escape', 'escape').type('!');
  expect(person.draft).toBe('half a thought!');
});
