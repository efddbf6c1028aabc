import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import { rowText, span } from '../../../src/tui/draw/span.ts';
import { createKeymap } from '../../../src/tui/keys/create-keymap.ts';
import { createPagerState, updatePager } from '../../../src/tui/pager/pager-keys.ts';
import { createPanel } from '../../../src/tui/panel/panel-state.ts';
import { NEW_PICKER, updatePicker } from '../../../src/tui/picker/picker-state.ts';
import type { InputEvent } from '../../../src/tui/terminal/input/input-event.ts';
import { moreLine } from '../../../src/tui/transcript/output-lines.ts';
import { field, formAsked, pageAsked } from '../fields.ts';
import { drawPager, drawPanel, drawPermission } from '../live/draw-parts.tsx';
import { hasServer } from '../servers.ts';
import { Person, TURN } from '../update/person.ts';

const ASK: SessionEvent = {
  type: 'question_asked',
  question: {
    id: 'q',
    askedBy: 'claude',
    title: 'x',
    request: { kind: 'shell', command: 'x', cwd: '/' },
    options: [{ id: 'once', label: 'Yes', kind: 'allow_once' }],
  },
};

/** Somebody with keys of their own, before whom this has been for a while. */
function facing(keys: Record<string, string[]>, ...events: SessionEvent[]): Person {
  const { keymap, warnings } = createKeymap(keys);
  expect(warnings).toEqual([]);
  const person = new Person([TURN, ...events]);
  person.keymap = keymap;
  return person.press('f12').wait(201);
}

test('a key of a permission question can be another, which its hints name', () => {
  const person = facing({ 'dialog.show-all': ['f8'], 'dialog.reject': ['x'] }, ASK);
  expect(person.type('d').draft).toBe('d');
  person.press('backspace').wait(1001).press('f8').type('x');
  expect(person.effects).toMatchObject([{ type: 'show-asked' }, { type: 'answer', questionId: 'q' }]);
  const later = facing({ 'dialog.show-all': ['f8'] }, ASK).wait(801);
  expect(drawPermission(later, 100, 12).join('\n')).toContain('F8 show all');
});

test('a form is declined, and its page opened, by the keys that the user has for it', () => {
  const declined = { action: 'decline' };
  const form = facing({ 'form.decline': ['f9'] }, formAsked([field()]));
  expect(form.press('ctrl+x').effects).toEqual([]);
  expect(form.wait(201).press('f9').effects).toMatchObject([{ answer: declined }]);
  const page = facing({ 'form.open-page': ['b'] }, pageAsked('https://example.org/'));
  expect(page.type('b').effects).toMatchObject([{ type: 'open-url' }]);
});

test('a server is restarted by the key that the user has for it, which its panel names', () => {
  const person = facing({ 'mcp.restart': ['z', 'f5'] }, hasServer({ name: 'shop' }));
  person.ui = { ...person.ui, panel: createPanel('mcp', 'shop') };
  expect(drawPanel(person, 80, 24).at(-1)).toContain('z restart');
  expect(person.type('r').effects).toEqual([]);
  expect(person.type('z').press('f5').effects).toEqual([
    { type: 'server', action: 'restart', server: 'shop' },
    { type: 'server', action: 'restart', server: 'shop' },
  ]);
});

test('a key that does something on the whole screen does what a panel has it do', () => {
  const person = facing({ 'panel.close': ['ctrl+l'] }, hasServer({ name: 'shop' }));
  person.ui = { ...person.ui, panel: createPanel('mcp', null) };
  person.press('ctrl+l');
  expect(person.ui.panel).toBeNull();
  expect(person.effects).toEqual([]);
});

test('the pager has the keys of the user, and its last row names them', () => {
  const { keymap } = createKeymap({ 'pager.close': ['x'], 'pager.search': ['?'] });
  const page = { id: 'b', title: 'Tool call', rows: [[span('line')]] };
  const view = { page, ids: ['b'], height: 10, keymap };
  const after = (event: InputEvent) => updatePager(createPagerState('b', false), event, view);
  expect(after({ type: 'text', text: 'x' })).toEqual({ done: 'close' });
  expect(after({ type: 'key', chord: 'ctrl+c' })).toEqual({ done: 'close' });
  expect(after({ type: 'text', text: 'q' })).toHaveProperty('state');
  expect(after({ type: 'text', text: '?' })).toMatchObject({ state: { typing: '' } });
  const shown = { ...view, state: createPagerState('b', false), waiting: null };
  expect(drawPager(shown, { columns: 78, rows: 12 }).rows.at(-1)).toBe(
    '↑↓ Space g G scroll · ←→ others · t transcript · ? search · s print · x close',
  );
});

test('a list to pick from has the keys of the user', () => {
  const { keymap } = createKeymap({ 'picker.take': ['tab'] });
  const items = [{ id: '1', cells: ['one'] }];
  const after = (chord: string) => updatePicker(NEW_PICKER, { type: 'key', chord }, items, keymap).picked;
  expect([after('enter'), after('tab')]).toEqual([undefined, '1']);
});

test('a folded card names the key that unfolds it, where there is one', () => {
  const told = (keys: Record<string, string[]>) => rowText(moreLine(3, createKeymap(keys).keymap).spans);
  expect(told({ 'show-output': ['f7'] })).toBe('… 3 more lines, F7 to show all');
  expect(told({ 'show-output': [] })).toBe('… 3 more lines');
});
