import { expect, test } from 'vitest';
import { imageSizeOf } from '../../src/tools/read-image.ts';

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

const PNG = bytes('\u0089PNG\r\n\u001a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0x23, 0x28], [0, 0, 0, 0x40]);
const JPEG = bytes(
  [0xff, 0xd8],
  [0xff, 0xe0, 0, 4, 1, 1],
  [0xff, 0xc4, 0, 3, 9],
  [0xff, 0xff, 0xc2, 0, 17, 8, 0, 0x40, 0x23, 0x28, 3],
);
const riff = (chunk: string, ...rest: number[][]) =>
  bytes('RIFF', [0, 0, 0, 0], 'WEBP', chunk, [0, 0, 0, 0], ...rest);

test.each([
  ['PNG', PNG],
  ['JPEG, behind other segments and a fill byte', JPEG],
  ['GIF', bytes('GIF89a', [0x28, 0x23, 0x40, 0])],
  ['WebP with a canvas', riff('VP8X', [0, 0, 0, 0], [0x27, 0x23, 0], [0x3f, 0, 0])],
  ['lossy WebP', riff('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a], [0x28, 0x23, 0x40, 0])],
  ['lossless WebP', riff('VP8L', [0x2f], [0x27, 0xe3, 0x0f, 0])],
])('the size of an image is read from its header: %s', (_, image) => {
  expect(imageSizeOf(image)).toEqual({ width: 9000, height: 64 });
});

test.each([
  ['a PNG that ends within its header', PNG.subarray(0, 18)],
  ['a JPEG whose segments lead nowhere', bytes([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0])],
  ['a JPEG whose segments break off', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 2, 0, 0, 0])],
  ['a WebP of a kind that is not known', riff('ABCD', [0, 0, 0, 0])],
  ['no image', bytes('hello')],
])('no size is made up for %s', (_, image) => {
  expect(imageSizeOf(image)).toBeNull();
});
