import { describe, expect, test } from 'vitest';
import type { StdinEvent } from '../../../../src/tui/terminal/input/input-event.ts';
import {
  canFlush,
  flushInput,
  NO_INPUT,
  parseInput,
} from '../../../../src/tui/terminal/input/parse-input.ts';

/** Events in short: chords as they are, text in quotes, pastes behind `paste:`. */
function short(event: StdinEvent): string {
  if (event.type === 'cursor') return `cursor:${event.row}:${event.column}`;
  if (event.type === 'size') return `size:${event.columns}x${event.rows}`;
  if (event.type === 'focus') return event.focused ? 'in front' : 'behind';
  if (event.type === 'background') return event.background;
  if (event.type === 'key') return event.chord;
  return event.type === 'text' ? `"${event.text}"` : `paste:${event.text}`;
}

/** What a person did, from the chunks that came, with a pause at the end. */
function read(...chunks: string[]): string[] {
  let state = NO_INPUT;
  const events: StdinEvent[] = [];
  for (const chunk of chunks) {
    const parsed = parseInput(state, chunk);
    state = parsed.state;
    events.push(...parsed.events);
  }
  return [...events, ...flushInput(state).events].map(short);
}

const KEYS: [bytes: string, ...events: string[]][] = [
  ['a', '"a"'],
  ['hello wörld 漢字 👩‍👩‍👧', '"hello wörld 漢字 👩‍👩‍👧"'],
  ['\r', 'enter'],
  ['\n', 'ctrl+j'],
  ['\t', 'tab'],
  ['\u007f', 'backspace'],
  ['\b', 'ctrl+h'],
  ['\u0000', 'ctrl+space'],
  ['\u0001', 'ctrl+a'],
  ['\u001a', 'ctrl+z'],
  ['\u001f', 'ctrl+_'],
  ['\u001b', 'escape'],
  ['\u001b\u001b', 'escape', 'escape'],
  ['\u001b[A', 'up'],
  ['\u001bOA', 'up'],
  ['\u001b[1;2A', 'shift+up'],
  ['\u001b[1;3D', 'alt+left'],
  ['\u001b[1;5C', 'ctrl+right'],
  ['\u001b[1;6C', 'ctrl+shift+right'],
  ['\u001b\u001b[D', 'alt+left'],
  ['\u001b\u001b[12;3R', 'escape', 'cursor:11:2'],
  ['\u001b\u001b[200~a\u001b[201~', 'escape', 'paste:a'],
  ['\u001b[d', 'shift+left'],
  ['\u001bOc', 'ctrl+right'],
  ['\u001b[H', 'home'],
  ['\u001bOF', 'end'],
  ['\u001b[1~', 'home'],
  ['\u001b[8~', 'end'],
  ['\u001b[3~', 'delete'],
  ['\u001b[3;5~', 'ctrl+delete'],
  ['\u001b[3$', 'shift+delete'],
  ['\u001b[3^', 'ctrl+delete'],
  ['\u001b[5~', 'pageup'],
  ['\u001b[15~', 'f5'],
  ['\u001bOP', 'f1'],
  ['\u001b[[A'],
  ['\u001b[Z', 'shift+tab'],
  ['\u001b\r', 'alt+enter'],
  ['\u001b\u007f', 'alt+backspace'],
  ['\u001bb', 'alt+b'],
  ['\u001bB', 'alt+b'],
  ['\u001b[', 'alt+['],
  ['\u001bO', 'alt+o'],
  ['\u001b]', 'alt+]'],
  ['\u001b\u0001', 'ctrl+alt+a'],
  // The kitty protocol.
  ['\u001b[13;2u', 'shift+enter'],
  ['\u001b[13;5u', 'ctrl+enter'],
  ['\u001b[27u', 'escape'],
  ['\u001b[9;2u', 'shift+tab'],
  ['\u001b[127;5u', 'ctrl+backspace'],
  ['\u001b[99;5u', 'ctrl+c'],
  ['\u001b[99;5:1u', 'ctrl+c'],
  ['\u001b[99;5:3u'],
  ['\u001b[97;65u', '"a"'],
  ['\u001b[97;2u', '"A"'],
  ['\u001b[98;3u', 'alt+b'],
  // Ctrl with a Cyrillic letter, with and without word of the key that stands there on a Latin keyboard.
  ['\u001b[1089::99;5u', 'ctrl+c'],
  ['\u001b[1089;5u', 'ctrl+с'],
  ['\u001b[1089::99;1u', '"с"'],
  ['\u001b[97:65;2u', '"A"'],
  ['\u001b[32;5u', 'ctrl+space'],
  ['\u001b[57399u', '"0"'],
  ['\u001b[57413u', '"+"'],
  ['\u001b[57414u', 'enter'],
  ['\u001b[57419u', 'up'],
  ['\u001b[57441;2u'],
  ['\u001b[1;1:3A'],
  // modifyOtherKeys of xterm.
  ['\u001b[27;2;13~', 'shift+enter'],
  ['\u001b[27;5;106~', 'ctrl+j'],
  // What terminals answer, and nobody typed.
  ['\u001b[?62;22c'],
  ['\u001b[24;80R', 'cursor:23:79'],
  ['\u001b[8;24;80t', 'size:80x24'],
  ['\u001b\u001b[24;80R', 'escape', 'cursor:23:79'],
  ['\u001b]11;rgb:0000/0000/0000\u001b\\x', 'dark', '"x"'],
  ['\u001b]11;rgb:0000/0000/0000\u0007x', 'dark', '"x"'],
  ['\u001b]10;rgb:0000/0000/0000\u0007x', '"x"'],
  ['\u001bP>|xterm\u001b\\x', '"x"'],
  ['\u001b[?1u'],
  ['\u001b[I', 'in front'],
  ['\u001b[O', 'behind'],
  // The mouse, in each of its ways of being told.
  ['\u001b[M !!x', '"x"'],
  ['\u001b[<0;12;5Mx', '"x"'],
  ['\u001b[<0;12;5mx', '"x"'],
  ['\u001b[32;12;5Mx', '"x"'],
];

describe('one key', () => {
  test.each(KEYS)('%j', (bytes, ...events) => {
    expect(read(bytes)).toEqual(events);
  });
});

test.each(KEYS.filter(([bytes]) => bytes.startsWith('\u001b')))(
  '%j is the same key when it comes character by character',
  (bytes, ...events) => {
    expect(read(...Array.from(bytes))).toEqual(events);
  },
);

test('keys that come together are all read, in order', () => {
  expect(read('ab\u001b[Acd\r\u001b[13;2uef')).toEqual([
    '"ab"',
    'up',
    '"cd"',
    'enter',
    'shift+enter',
    '"ef"',
  ]);
});

test('an escape waits for the rest of its sequence, and is the Escape key when nothing comes', () => {
  const { state, events } = parseInput(NO_INPUT, '\u001b');
  expect(events).toEqual([]);
  expect(canFlush(state)).toBe(true);
  expect(flushInput(state).events).toEqual([{ type: 'key', chord: 'escape' }]);
});

test('the beginning of a longer sequence is not taken for keys, however long it waits', () => {
  const { state } = parseInput(NO_INPUT, '\u001b[1;');
  expect(canFlush(state)).toBe(false);
  expect(read('\u001b[1;', '5A')).toEqual(['ctrl+up']);
});

test('a paste is one event, with its line breaks and escape sequences', () => {
  expect(read('\u001b[200~one\r\ntwo \u001b[31mred\u001b[201~x')).toEqual([
    'paste:one\r\ntwo \u001b[31mred',
    '"x"',
  ]);
});

test('a paste may be cut anywhere', () => {
  const bytes = '\u001b[200~line 1\rline 2\u001b[20\u001b[201~\r';
  for (let cut = 1; cut < bytes.length; cut += 1)
    expect(read(bytes.slice(0, cut), bytes.slice(cut)), `cut at ${cut}`).toEqual([
      'paste:line 1\rline 2\u001b[20',
      'enter',
    ]);
});

test('an answer that never ends does not swallow the keyboard', () => {
  const events = read(`\u001b]${'x'.repeat(5000)}`, 'abc');
  expect(events.join('')).toContain('abc');
});
