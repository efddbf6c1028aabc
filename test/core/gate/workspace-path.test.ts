import { expect, test } from 'vitest';
import { displayPath, isInside, relativeTo } from '../../../src/core/gate/workspace-path.ts';

test.each([
  { roots: ['/w'], path: '/w', relative: '.' },
  { roots: ['/w'], path: '/w/', relative: '.' },
  { roots: ['/w/'], path: '/w/a', relative: 'a' },
  { roots: ['/w'], path: '/w/a/b', relative: 'a/b' },
  { roots: ['/w'], path: '/w2', relative: null },
  { roots: ['/w'], path: '/W/a', relative: null },
  { roots: ['/w'], path: '/', relative: null },
  { roots: ['/w'], path: 'a', relative: null },
  { roots: ['/w'], path: '/w/../x', relative: null },
  { roots: ['/w'], path: '/w/..', relative: null },
  { roots: ['/w'], path: '/w/..x', relative: '..x' },
  { roots: ['/w'], path: '/w/x..', relative: 'x..' },
  { roots: ['/w'], path: '/w/a\\b', relative: 'a\\b' },
  { roots: ['/'], path: '/', relative: '.' },
  { roots: ['/'], path: '/etc', relative: 'etc' },
  { roots: ['/v', '/w'], path: '/w/a', relative: 'a' },
  { roots: ['/w', '/w/sub'], path: '/w/sub/a', relative: 'sub/a' },
  { roots: [''], path: '/etc', relative: null },
  { roots: [], path: '/w', relative: null },
  { roots: ['C:\\w'], path: 'C:\\w\\a\\b', relative: 'a/b' },
  { roots: ['C:\\w'], path: 'C:\\w\\..\\x', relative: null },
  { roots: ['C:\\'], path: 'C:\\a', relative: 'a' },
  { roots: ['C:\\w'], path: 'D:\\w\\a', relative: null },
  { roots: ['\\\\host\\share'], path: '\\\\host\\share\\a', relative: 'a' },
])('$path in $roots is $relative', ({ roots, path, relative }) => {
  expect(relativeTo(roots, path)).toBe(relative);
  expect(isInside(roots, path)).toBe(relative !== null);
  expect(displayPath(roots, path)).toBe(relative ?? path);
});
