import { expect, test } from 'vitest';
import { newOutput } from '../../../src/agent/tools/background-commands.ts';

test('only what came since the last look is new', () => {
  expect(newOutput('', 'one\n')).toEqual({ text: 'one\n', isBroken: false });
  expect(newOutput('one\n', 'one\ntwo\n')).toEqual({ text: 'two\n', isBroken: false });
  expect(newOutput('one\n', 'one\n')).toEqual({ text: '', isBroken: false });
});

test('what was seen is found again when the beginning was dropped', () => {
  const seen = Array.from({ length: 300 }, (_, index) => `${index}\n`).join('');
  expect(newOutput(seen, `${seen.slice(600)}300\n`)).toEqual({ text: '300\n', isBroken: false });
});

test('when nothing of it is left, all is new and something may be missing', () => {
  expect(newOutput('old\n', 'quite another\n')).toEqual({ text: 'quite another\n', isBroken: true });
});
