import { expect, test } from 'vitest';
import { findImagePaths } from '../../../src/core/text/file-mention.ts';

test.each([
  ['/tmp/shot.png', ['/tmp/shot.png']],
  ['see ./a.JPG, please', ['./a.JPG']],
  ['/tmp/my\\ shot\\(1\\).png', ['/tmp/my shot(1).png']],
  ['"/tmp/my shot.png" \'/tmp/b c.webp\'', ['/tmp/my shot.png', '/tmp/b c.webp']],
  ['file:///tmp/my%20shot.gif', ['/tmp/my shot.gif']],
  ['C:\\Users\\me\\a.png', ['C:\\Users\\me\\a.png']],
  ['@shot.png is a mention', []],
  ['a.pngx b.png.txt .png', []],
  ['two lines\n/a.png', ['/a.png']],
])('%s', (text, expected) => {
  expect(findImagePaths(text).map(({ path }) => path)).toEqual(expected);
});
