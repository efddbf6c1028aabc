import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readImage } from '../../src/tools/read-image.ts';
import { tempDir } from '../helpers/temp-dir.ts';

function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(24);
  head.write('\u0089PNG\r\n\u001a\n', 'latin1');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

test('an image that providers refuse for its size in pixels does not attached, and its size is named', async () => {
  const folder = await tempDir({});
  const path = join(folder, 'tall.png');
  await writeFile(path, png(120, 8001));
  await expect(readImage(path)).rejects.toThrow(
    'tall.png is 120 × 8001 pixels, and 8000 on a side are the limit',
  );
  await writeFile(path, png(8000, 8000));
  expect(await readImage(path)).toMatchObject({ name: 'tall.png', mimeType: 'image/png' });
});
