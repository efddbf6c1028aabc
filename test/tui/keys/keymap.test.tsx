import { expect, test } from 'vitest';
import { chordLabel, parseChord } from '../../../src/tui/keys/chord.ts';
import { createKeymap, DEFAULT_KEYMAP, readChord } from '../../../src/tui/keys/create-keymap.ts';
import { Keys } from '../../../src/tui/keys/keys.tsx';
import { Queue } from '../../../src/tui/prompt/queue.tsx';
import { drawComponent } from '../live/draw-component.tsx';
import { Person } from '../update/person.ts';

test.each([
  ['ctrl+g', 'ctrl+g'],
  ['Ctrl+G', 'ctrl+g'],
  ['control+g', 'ctrl+g'],
  ['meta+Enter', 'alt+enter'],
  ['shift+alt+ctrl+x', 'ctrl+alt+shift+x'],
  ['esc', 'escape'],
  ['PgUp', 'pageup'],
  ['ctrl++', 'ctrl++'],
  ['ctrl+space', 'ctrl+space'],
  ['f5', 'f5'],
  ['alt+ü', 'alt+ü'],
])('%s is the chord %s', (written, chord) => {
  expect(parseChord(written)).toEqual({ chord });
});

test.each([
  ['g', 'it types a character; add ctrl or alt'],
  ['shift+g', 'it types a character; add ctrl or alt'],
  ['hyper+g', '"hyper" is not a modifier: use ctrl, alt or shift'],
  ['ctrl+entr', 'unknown key "entr"'],
  ['', 'it has no key'],
  ['ctrl+i', 'most terminals send it as Tab'],
])('%s is no chord: %s', (written, problem) => {
  expect(parseChord(written)).toEqual({ problem });
});

test('chords are shown as people read them', () => {
  expect(['ctrl+j', 'alt+<', 'shift+tab', 'ctrl++', 'pageup'].map(chordLabel)).toEqual([
    'Ctrl+J',
    'Alt+<',
    'Shift+Tab',
    'Ctrl++',
    'PgUp',
  ]);
});

test('no name is in the table twice, no place has a chord twice, and every chord is as it is read', () => {
  const { bindings } = DEFAULT_KEYMAP;
  const names = bindings.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { place, chords } of bindings) {
    for (const chord of chords) {
      const owners = bindings.filter((other) => other.place === place && other.chords.includes(chord));
      expect(owners, `${chord} of ${place}`).toHaveLength(1);
      expect(readChord(chord, place)).toEqual({ chord });
    }
  }
  expect(bindings.filter(({ chords }) => chords.length === 0)).toEqual([]);
});

function withKeys(keys: Record<string, string[]>): { person: Person; warnings: string[] } {
  const { keymap, warnings } = createKeymap(keys);
  const person = new Person();
  person.keymap = keymap;
  return { person, warnings };
}

test('a key of config.json does what it names, in place of the built-in one', () => {
  const { person, warnings } = withKeys({ 'external-editor': ['ctrl+e', 'f4'] });
  expect(warnings).toEqual([]);
  expect(person.press('ctrl+e', 'f4').effects).toHaveLength(2);
  expect(person.press('ctrl+g').effects).toHaveLength(2);
  expect(person.type('ab').press('home', 'end').type('c').draft).toBe('abc');
});

test('an empty list takes a key away', () => {
  const { person } = withKeys({ undo: [] });
  expect(person.type('a').press('ctrl+_').draft).toBe('a');
});

test.each([
  [
    { 'extrenal-editor': ['f4'] },
    'ui.keys: unknown action "extrenal-editor"; did you mean "external-editor"?',
  ],
  [{ undo: ['ctrl+zz'] }, 'ui.keys.undo: ignoring "ctrl+zz": unknown key "zz"'],
  [{ undo: ['ctrl+c'] }, 'ui.keys.undo: ignoring "ctrl+c": it is bound to interrupt'],
  [{ undo: ['f4'], redo: ['f4'] }, 'ui.keys.redo: ignoring "f4": it is bound to undo'],
  [{ undo: ['ctrl+t'] }, 'ui.keys: fold-plan has no key left: its own is bound to undo now'],
  [{ 'pager.clsoe': ['x'] }, 'ui.keys: unknown action "pager.clsoe"; did you mean "pager.close"?'],
  [{ 'pager.search': ['q+'] }, 'ui.keys.pager.search: ignoring "q+": unknown key "q+"'],
  [
    { 'pager.print': ['t'] },
    'ui.keys: pager.transcript has no key left: its own is bound to pager.print now',
  ],
  [
    { 'pager.print': ['x'], 'pager.transcript': ['x'] },
    'ui.keys.pager.transcript: ignoring "x": it is bound to pager.print',
  ],
  [
    { 'panel.back': ['x'], 'permissions.edit': ['x'] },
    'ui.keys.permissions.edit: ignoring "x": it is bound to panel.back',
  ],
  [{ 'dialog.show-all': ['1'] }, 'ui.keys.dialog.show-all: ignoring "1": numbers give the answers there'],
  [{ 'search.take': ['x'] }, 'ui.keys.search.take: ignoring "x": it types a character; add ctrl or alt'],
  [{ 'pager.print': ['ctrl+c'] }, 'ui.keys.pager.print: ignoring "ctrl+c": it is bound to interrupt'],
])('%j is told: %s', (keys, warning) => {
  expect(createKeymap(keys).warnings).toEqual([`config.json, ${warning}`]);
});

test('nothing but mistakes leaves the built-in keys', () => {
  const { person } = withKeys({ undo: ['nonsense'] });
  expect(person.type('a').press('ctrl+_').draft).toBe('');
});

test.each([[{ send: [] }], [{ send: ['ctrl+enter'] }], [{ newline: ['enter'] }], [{ undo: ['enter'] }]])(
  'with %j Enter still sends, and that is said',
  (keys: Record<string, string[]>) => {
    const { person, warnings } = withKeys(keys);
    expect(person.type('a').press('enter').effects).toContainEqual({ type: 'remember', text: 'a' });
    expect(warnings.join()).toContain('Enter still sends');
  },
);

test('Enter can be a line break when another key sends', () => {
  const { person, warnings } = withKeys({ send: ['ctrl+s'], newline: ['enter'] });
  expect(warnings).toEqual([]);
  expect(person.type('a').press('enter').draft).toBe('a\n');
  expect(person.press('ctrl+s').draft).toBe('');
});

test('Ctrl+C leaves, whatever else interrupts', () => {
  const { person } = withKeys({ interrupt: ['f4'], 'delete-or-leave': [] });
  expect(person.press('ctrl+c', 'ctrl+c').effects).toEqual([{ type: 'leave' }]);
  expect(withKeys({ interrupt: [] }).person.press('ctrl+c', 'ctrl+c').effects).toEqual([{ type: 'leave' }]);
});

test('the first key of an action is the one that is shown', () => {
  expect(DEFAULT_KEYMAP.labelOf('newline')).toBe('Ctrl+J');
  expect(createKeymap({ newline: ['alt+enter'] }).keymap.labelOf('newline')).toBe('Alt+Enter');
});

test('what is said of keys names those that the user has', () => {
  const keys = {
    send: ['ctrl+s'],
    newline: ['enter'],
    escape: ['ctrl+e'],
    down: [],
    'dialog.edit-rule': ['E'],
  };
  const { keymap, warnings } = createKeymap(keys);
  expect(warnings).toEqual([]);
  const names = [
    'send',
    'dialog.choose',
    'dialog.reject',
    'dialog.edit-rule',
    'form.decline',
    'down',
  ] as const;
  expect(names.map((name) => keymap.labelOf(name))).toEqual([
    'Ctrl+S',
    'Ctrl+S',
    'Ctrl+E',
    'E',
    'Ctrl+X',
    undefined,
  ]);
  const queue = [{ id: '1', text: 'one' }];
  const rows = drawComponent(<Queue queue={queue} isHeld mark="1" />, 60, 4, { keymap });
  expect(rows.at(-1)).toBe('Ctrl+S to edit · Del to remove · Ctrl+E to cancel');
});

test('a place keeps its own key where the prompt gives that to something else', () => {
  const { keymap } = createKeymap({ redraw: ['f5', 'delete'], 'mcp.restart': ['f5'] });
  expect(keymap.labelOf('queue.remove')).toBe('Del');
  expect(keymap.labelOf('mcp.restart')).toBe('F5');
  expect(keymap.labelOf('redraw')).toBe('F5');
});

test('`?` shows the keys as the user has them, and leaves out what has none', () => {
  const { keymap } = createKeymap({ 'external-editor': ['f4'], undo: [] });
  const shown = drawComponent(<Keys scroll={0} />, 140, 120, { keymap }).join('\n');
  expect(shown).toMatch(/F4 +edit the draft in your editor/);
  expect(shown).toMatch(/Tab +reject with a reason/);
  expect(shown).toMatch(/↑ ↓ +scroll by a row/);
  expect(shown).not.toMatch(/ undo$/m);
});
