import { expect, test } from 'vitest';
import { closest } from '../../../src/core/text/closest.ts';

test.each([
  { typed: 'calude', meant: 'claude' },
  { typed: 'CODEX', meant: 'codex' },
  { typed: 'gemin', meant: 'gemini' },
  { typed: 'opencodee', meant: 'opencode' },
  { typed: 'clxudx', meant: 'claude' },
  { typed: 'zed', meant: null },
  { typed: '', meant: null },
  { typed: 'x', meant: null },
])('"$typed" suggests $meant', ({ typed, meant }) => {
  expect(closest(typed, ['claude', 'codex', 'gemini', 'opencode'])).toBe(meant);
});

test('of several near words the nearest is suggested', () => {
  expect(closest('--alow', ['--deny', '--allows', '--allow'])).toBe('--allow');
});

test('nothing to choose from suggests nothing', () => {
  expect(closest('claude', [])).toBeNull();
});
