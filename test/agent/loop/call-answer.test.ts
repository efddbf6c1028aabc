import { expect, test } from 'vitest';
import { textAnswer, toResultPart } from '../../../src/agent/loop/run-calls.ts';

test('half a character, which would make a conversation unreadable, is told as one that is missing', () => {
  const cut = 'a fox 🦊'.slice(0, -1);
  const { output } = toResultPart({ id: '1', tool: 'read_file', args: {} }, textAnswer(cut), []);
  expect(output).toEqual({ type: 'text', value: 'a fox \uFFFD' });
});
