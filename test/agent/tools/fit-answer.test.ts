import { expect, test } from 'vitest';
import { fitAnswer } from '../../../src/agent/tools/cut-text.ts';

test('a long answer keeps its beginning and its end, and says how much is missing between', () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index}`);
  const text = lines.join('\n');
  const fitted = fitAnswer(text);
  expect(fitted.length).toBeLessThan(32_000);
  expect(fitted).toMatch(/^line 0\n[^]*\[… \d+ characters are left out here\.[^]*\nline 9999$/);
  const kept = fitted.split('\n').filter((line) => !line.startsWith('[…'));
  expect(kept.every((line) => lines.includes(line))).toBe(true);
  const left = Number(/(\d+) characters/.exec(fitted)?.[1]);
  expect(left + kept.join('\n').length - 1).toBe(text.length);
});

test('one line without an end is cut all the same', () => {
  expect(fitAnswer('x'.repeat(100_000)).length).toBeLessThan(32_000);
  expect(fitAnswer('x'.repeat(32_000))).toHaveLength(32_000);
});
