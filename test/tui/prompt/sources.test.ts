import { expect, test } from 'vitest';
import { layOutEditor, rowTextOf } from '../../../src/tui/editor/editor-rows.ts';
import { attach, imageAttachment, outputAttachment } from '../../../src/tui/prompt/attachments.ts';
import { withPrompt } from '../live/draw-live.tsx';
import { Person, TURN } from '../update/person.ts';

const IMAGE = { name: 'cart.png', mimeType: 'image/png', bytes: 120 * 1024, data: 'AAAA' };
const SHELL = { type: 'shell', command: 'ls', give: false } as const;
const RUNNING = {
  type: 'tool_call',
  call: { id: 'c', title: '! sleep 9', kind: 'execute', byUser: true, status: 'in_progress' },
} as const;

/** Somebody whose draft an image was put into, in place of its path. */
function withImage(): Person {
  const person = new Person().paste('/tmp/cart.png');
  const { editor } = person.ui.prompt;
  const made = imageAttachment(IMAGE, '/tmp/cart.png', editor.pastes);
  person.ui = withPrompt(person.ui, { editor: attach(editor, made, '/tmp/cart.png') });
  return person;
}

const drawn = (person: Person) => layOutEditor(person.ui.prompt.editor, 80).rows.map(rowTextOf).join('\n');

test('a command is run, and kept for later', () => {
  expect(new Person().type('!ls').press('enter').effects).toEqual([{ type: 'remember', text: '!ls' }, SHELL]);
});

test('Esc ends the command that runs, and after it the turn', () => {
  const person = new Person([TURN, RUNNING]).press('escape');
  expect(person.effects).toEqual([{ type: 'interrupt-shell' }]);
  person.session.emit({ type: 'tool_call', call: { id: 'c', status: 'cancelled' } });
  expect(person.press('escape').effects.at(-1)).toEqual({ type: 'cancel' });
});

test('a command goes on while turns begin and end', () => {
  const person = new Person([RUNNING, TURN, { type: 'turn_ended', turnId: 't', stopReason: 'end_turn' }]);
  expect(person.session.getState().entries.find(({ kind }) => kind === 'tool')?.done).toBe(false);
});

test('a pasted path of an image is looked up, one in a sentence is not', () => {
  expect(new Person().paste('/tmp/my\\ shot.png').effects).toEqual([
    { type: 'attach-image', path: '/tmp/my shot.png', typed: '/tmp/my\\ shot.png' },
  ]);
  expect(new Person().paste('as /tmp/a.png shows, it is red').effects).toEqual([]);
});

test('a typed path of an image is looked up when it is followed by a blank', () => {
  const person = new Person().type('see ~/a.png');
  expect(person.effects).toEqual([]);
  expect(person.type(' ').effects).toEqual([{ type: 'attach-image', path: '~/a.png', typed: '~/a.png' }]);
  expect(person.draft).toBe('see ~/a.png ');
});

test('an image is one character of the draft, sent as an image and kept as its path', () => {
  const person = withImage().type(' what?');
  expect(drawn(person)).toBe('[image 1: cart.png 120 KB] what?');
  person.press('enter');
  expect(person.effects.slice(-2)).toEqual([
    { type: 'remember', text: '@/tmp/cart.png what?' },
    {
      type: 'prompt',
      blocks: [
        { type: 'text', text: '[image 1: cart.png 120 KB] what?' },
        { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      ],
    },
  ]);
  expect(withImage().press('backspace').draft).toBe('');
});

test('a queued prompt that is taken back has its image again', () => {
  const person = withImage();
  person.session.emit(TURN, {
    type: 'prompt_queued',
    prompt: { id: 'p', text: '[image 1: cart.png 120 KB] what?' },
  });
  person.press('backspace', 'up', 'enter');
  expect(person.effects.at(-1)).toMatchObject({ type: 'prompt', blocks: [{}, { type: 'image' }] });
});

test('what a command wrote says how it ended', () => {
  const result = { command: 'npm test', exitCode: 1, signal: null, output: 'a\nb\n' };
  const first = outputAttachment(result, []);
  expect(first).toMatchObject({
    label: '[output 1: npm test, 2 lines]',
    block: { text: '$ npm test\na\nb\n(exit code 1)' },
  });
  expect(outputAttachment(result, [first]).label).toBe('[output 2: npm test, 2 lines]');
});

test('Ctrl+V takes the clipboard', () => {
  expect(new Person().press('ctrl+v').effects).toEqual([{ type: 'paste-clipboard' }]);
});

test('a note goes into the library, a heading of a longer text does not', () => {
  expect(new Person().type('#shop: carts').press('enter').effects.at(-1)).toEqual({
    type: 'note',
    topic: 'shop',
    text: 'carts',
  });
  expect(new Person().paste('# Carts\nare empty').press('enter').effects.at(-1)).toMatchObject({
    type: 'prompt',
  });
});
