import { describe, expect, test } from 'vitest';
import { type Piece, splitMessage, UNSPLIT } from '../../../../src/tui/transcript/markdown/split-message.ts';

/** A piece in short: prose as it is, code between fences. */
function short(piece: Piece): string {
  if (piece.kind === 'prose') return piece.text;
  return [piece.opening, ...piece.lines, piece.closing].filter((part) => part !== null).join('\n');
}

const finished = (text: string) => splitMessage(text, UNSPLIT, false).pieces.map(short);

/** Everything that is given out when the text comes in chunks of this many characters. */
function stream(text: string, chunk: number): Piece[] {
  let state = UNSPLIT;
  const pieces: Piece[] = [];
  for (let length = chunk; length < text.length + chunk; length += chunk) {
    const split = splitMessage(text.slice(0, length), state, length >= text.length);
    pieces.push(...split.pieces);
    state = split.next;
  }
  return pieces;
}

describe('what is finished while more may come', () => {
  test.each([
    ['a paragraph that may go on is not', 'Hello', []],
    ['nor is one with a line break', 'Hello\n', []],
    ['nor one before a blank line, as long as nothing follows', 'Hello\n\n', []],
    ['a paragraph with another behind it is', 'One\n\nTwo', ['One']],
    ['a heading with text behind it is', '# Title\n\nText', ['# Title']],
    ['an item with another behind it is', '- a\n\n- b\n\n', ['- a']],
    ['also where it goes on in lines below', '- a\n  - x\n\n  more\n- b\n', ['- a\n  - x\n\n  more']],
    ['not when the next item has only begun', '1. a\n\n2', []],
    ['nor when what has begun is not known yet', '- a\n-', []],
    ['the last item is finished by text', '- a\n\n- b\n\nText', ['- a\n\n- b']],
    ['and by a list of another kind', '- a\n- b\n1. c\n', ['- a\n- b']],
    ['a list ends the paragraph above it', 'Here:\n- a\n', ['Here:']],
    ['a paragraph within an item belongs to the list', '- a\n\n  more\n\n', []],
    [
      'code in an item belongs to the list',
      '- a\n\n  ```\n  x\n\n  y\n  ```\n\nText',
      ['- a\n\n  ```\n  x\n\n  y\n  ```'],
    ],
    ['an indented line goes on', '    code\n\n    code\n', []],
    ['a fence has to be known whole', '``', []],
    ['lines of code are finished one by one', '```ts\na\nb', ['```ts', 'a']],
    ['a blank line within code is code', '```\na\n\nb\n', ['```', 'a\n\nb']],
    ['code that is closed', '```\na\n```\n', ['```', 'a\n```']],
    [
      'a longer fence holds a shorter one',
      '````\n```\nx\n````\nText\n\nMore',
      ['````', '```\nx\n````', 'Text'],
    ],
    ['a fence ends the paragraph above it', 'See:\n```\nx\n', ['See:', '```', 'x']],
    ['tildes too', '~~~\nx\n~~~\n', ['~~~', 'x\n~~~']],
    ['inline code in backticks is no fence', '```not a fence``` here\n\nText', ['```not a fence``` here']],
    ['a table is finished by a blank line', '|a|\n|-|\n|1|\n\nText', ['|a|\n|-|\n|1|']],
    ['windows line breaks', 'One\r\n\r\nTwo', ['One']],
  ])('%s', (_name, text, pieces) => {
    expect(finished(text)).toEqual(pieces);
  });
});

test('at its end all of a message is given out', () => {
  const { pieces } = splitMessage('One\n\nTwo\n\n```\nopen', UNSPLIT, true);
  expect(pieces.map(short)).toEqual(['One', 'Two', '```', 'open']);
});

const MESSAGE = [
  'First *paragraph*\nof two lines.',
  '## Heading',
  '1. one\n\n   with a paragraph\n2. two\n\n- x\n- y',
  '> quote\n> more',
  'Code:',
  '```ts\nconst a = 1;\n\nif (a) {\n}\n```',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '    indented code\n\n    goes on',
  'Last words 👩‍👩‍👧 漢字.',
].join('\n\n');

test.each([1, 2, 3, 7, 20, 1000])(
  'a message in chunks of %i characters comes out whole, once and in order',
  (chunk) => {
    const text = stream(MESSAGE, chunk).map(short).join('\n').replaceAll(/\n+/g, '\n');
    expect(text).toBe(MESSAGE.replaceAll(/\n+/g, '\n'));
  },
);
