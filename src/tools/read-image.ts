import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { SimseError } from '../core/errors.ts';
import {
  describeBytes,
  imageTypeOf,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_SIDE,
  type PromptImage,
} from '../core/ports/prompt-parts.ts';

/**
 * Reads an image file. Rejects with SimseError('not_found') where there is none, ('limit') for one that is too large and
 * ('usage') for anything but an image.
 */
export async function readImage(path: string): Promise<PromptImage> {
  const name = basename(path);
  const stats = await stat(path).catch((cause: unknown) => {
    throw new SimseError('not_found', `${name} cannot be read`, { cause });
  });
  // A pipe or a device could be read for ever.
  if (!stats.isFile()) throw new SimseError('usage', `${name} is not a file`);
  return toImage(name, stats.size > MAX_IMAGE_BYTES ? stats.size : await readFile(path));
}

/** The bytes of an image as it attached; of one that is too large its size alone will do. Throws as `readImage`. */
export function toImage(name: string, content: Buffer | number): PromptImage {
  const bytes = typeof content === 'number' ? content : content.length;
  if (typeof content === 'number' || bytes > MAX_IMAGE_BYTES)
    throw new SimseError(
      'limit',
      `${name} has ${describeBytes(bytes)}, and ${describeBytes(MAX_IMAGE_BYTES)} are the limit`,
    );
  const mimeType = imageTypeOf(content);
  if (mimeType === null) throw new SimseError('usage', `${name} is not a PNG, JPEG, GIF or WebP image`);
  checkSides(name, content);
  return { name, mimeType, bytes, data: content.toString('base64') };
}

/** An image with a broken header is left for the model to judge. */
function checkSides(name: string, content: Buffer): void {
  const size = imageSizeOf(content);
  if (size === null || Math.max(size.width, size.height) <= MAX_IMAGE_SIDE) return;
  const { width, height } = size;
  throw new SimseError(
    'limit',
    `${name} is ${width} × ${height} pixels, and ${MAX_IMAGE_SIDE} on a side are the limit`,
  );
}

/** In pixels. */
interface ImageSize {
  width: number;
  height: number;
}

/** The size that a PNG, JPEG, GIF or WebP image has by its header; null where the bytes do not tell. */
export function imageSizeOf(bytes: Uint8Array): ImageSize | null {
  const read = READERS[imageTypeOf(bytes) ?? ''];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return read?.(view) ?? null;
  } catch (thrown) {
    // The header is cut off.
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}

const READERS: Readonly<Record<string, (view: DataView) => ImageSize | null>> = {
  // https://www.w3.org/TR/png-3/#11IHDR
  'image/png': (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  'image/gif': (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
};

/** Goes from segment to segment to the one that begins the frame (SOF), whatever stands before it. */
function jpegSize(view: DataView): ImageSize | null {
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (isFrameStart(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker === 0xff) at += 1;
    else at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** The codes of the same row that begin tables instead: DHT, JPG and DAC. */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

function isFrameStart(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker);
}

/** https://developers.google.com/speed/webp/docs/riff_container: with a canvas (VP8X), lossless (VP8L) or lossy. */
function webpSize(view: DataView): ImageSize | null {
  const chunk = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)));
  if (chunk === 'VP8X') return { width: getUint24(view, 24) + 1, height: getUint24(view, 27) + 1 };
  if (chunk === 'VP8 ')
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (chunk !== 'VP8L') return null;
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function getUint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
}
