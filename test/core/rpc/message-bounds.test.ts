import { expect, test } from 'vitest';
import { boundDepth, MAX_DEPTH, TOO_DEEP } from '../../../src/core/rpc/message-bounds.ts';

const nested = (levels: number): unknown => JSON.parse(`${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`);

test('what is nested as deep as anybody means stays as it is', () => {
  const value = nested(MAX_DEPTH / 2);
  expect(boundDepth(value)).toBe(value);
});

test.each([5000, 200_000])(
  'of what is nested %d levels deep the outer levels are kept, and it can be written',
  (levels) => {
    const json = JSON.stringify(boundDepth({ command: 'ls', deep: nested(levels), last: [1] }));
    expect(json).toMatch(/^\{"command":"ls","deep":\{"a":\[\{"a":/);
    expect(json.split(TOO_DEEP)).toHaveLength(2);
    expect(json).toMatch(/"last":\[1\]\}$/);
  },
);

test('keys that every object has are keys like others', () => {
  const bounded = boundDepth(
    JSON.parse(`{"__proto__":{"x":1},"toJSON":"y","deep":${JSON.stringify(nested(150))}}`),
  );
  expect(Object.keys(bounded as object)).toEqual(['__proto__', 'toJSON', 'deep']);
  expect(JSON.stringify(bounded)).toContain('{"__proto__":{"x":1},"toJSON":"y"');
});
