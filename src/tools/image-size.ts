import { imageTypeOf } from '../core/ports/prompt-parts.ts';

/** In pixels. */
export interface ImageSize {
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
    // The header goes on behind the last byte.
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
