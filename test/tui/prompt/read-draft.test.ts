import { expect, test } from 'vitest';
import { readDraft } from '../../../src/tui/prompt/read-draft.ts';

test.each([
  ['/help', { kind: 'command' }],
  ['!ls -l', { kind: 'shell', command: 'ls -l', give: false }],
  ['! git log | head', { kind: 'shell', command: 'git log | head', give: false }],
  ['!!npm test', { kind: 'shell', command: 'npm test', give: true }],
  [
    '!for i in 1 2\ndo echo $i\ndone',
    { kind: 'shell', command: 'for i in 1 2\ndo echo $i\ndone', give: false },
  ],
  ['!!', { kind: 'give' }],
  ['!', { kind: 'prompt' }],
  ['# carts may be empty', { kind: 'note', topic: 'notes', text: 'carts may be empty' }],
  ['#shop/carts: may be empty', { kind: 'note', topic: 'shop/carts', text: 'may be empty' }],
  ['#Ärger: viel', { kind: 'note', topic: 'Ärger', text: 'viel' }],
  ['# A heading\n\nof a longer text', { kind: 'prompt' }],
  ['## A heading', { kind: 'prompt' }],
  ['#12 is broken', { kind: 'prompt' }],
  ['#12: fix it', { kind: 'prompt' }],
  ['#fix it', { kind: 'prompt' }],
  ['why?', { kind: 'prompt' }],
])('%j', (draft, expected) => {
  expect(readDraft(draft)).toEqual(expected);
});
