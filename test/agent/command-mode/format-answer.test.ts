import { expect, test } from 'vitest';
import { codeSpan, formatAlone, formatSection } from '../../../src/agent/command-mode/format-answer.ts';

test('a file that is the whole answer is printed to the byte', () => {
  const text = 'a\n\n```\nb\n```\n\n';
  expect(formatAlone({ text, form: 'verbatim', language: 'md' })).toBe(text);
});

test('a file among several steps is fenced under its heading', () => {
  expect(formatSection('read a.ts', { text: 'x\n', form: 'verbatim', language: 'ts' })).toBe(
    '### `read a.ts`\n\n```ts\nx\n```\n',
  );
});

test('a text that has fences of its own gets a longer one', () => {
  expect(formatAlone({ text: '````\nx\n````', form: 'code' })).toBe('`````\n````\nx\n````\n`````');
});

test('what is said about an output stands under it, and alone when there is none', () => {
  expect(formatAlone({ text: 'x', form: 'code', notes: ['', 'Exit code 3.'] })).toBe(
    '```\nx\n```\n\nExit code 3.',
  );
  expect(formatAlone({ text: '', form: 'code', notes: ['No output.'] })).toBe('No output.');
});

test('a heading with backticks keeps them', () => {
  expect(codeSpan('echo `date`')).toBe('`` echo `date` ``');
});
