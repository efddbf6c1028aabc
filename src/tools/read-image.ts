import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { SimseError } from '../core/errors.ts';
import { imageSizeOf } from './image-size.ts';
import {
  describeBytes,
  imageTypeOf,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_SIDE,
  type PromptImage,
} from '../core/ports/prompt-parts.ts';

/**
 * Reads an image file. Rejects with SimseError('not_found') where there is none, ('limit') for one that is too large and
 * ('usage') for what is no image.
 */
export async function readImage(path: string): Promise<PromptImage> {
  const name = basename(path);
  const stats = await stat(path).catch((cause: unknown) => {
    throw new SimseError('not_found', `${name} cannot be read`, { cause });
  });
  // A pipe or a device could be read for ever.
  if (!stats.isFile()) throw new SimseError('usage', `${name} is no file`);
  return toImage(name, stats.size > MAX_IMAGE_BYTES ? stats.size : await readFile(path));
}

/** The bytes of an image as it goes along; of one that is too large its size alone will do. Throws as `readImage`. */
export function toImage(name: string, content: Buffer | number): PromptImage {
  const bytes = typeof content === 'number' ? content : content.length;
  if (typeof content === 'number' || bytes > MAX_IMAGE_BYTES)
    throw new SimseError(
      'limit',
      `${name} has ${describeBytes(bytes)}, and ${describeBytes(MAX_IMAGE_BYTES)} are the limit`,
    );
  const mimeType = imageTypeOf(content);
  if (mimeType === null) throw new SimseError('usage', `${name} is no PNG, JPEG, GIF or WebP image`);
  checkSides(name, content);
  return { name, mimeType, bytes, data: content.toString('base64') };
}

/** An image whose header is broken is left to whoever looks at it. */
function checkSides(name: string, content: Buffer): void {
  const size = imageSizeOf(content);
  if (size === null || Math.max(size.width, size.height) <= MAX_IMAGE_SIDE) return;
  const { width, height } = size;
  throw new SimseError(
    'limit',
    `${name} is ${width} × ${height} pixels, and ${MAX_IMAGE_SIDE} on a side are the limit`,
  );
}
