import { deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MAX_COLORS = 256;
/** Edges of letters have thousands of shades; as many as this of each channel look the same. */
const CHANNEL_STEP = 8;

/** A PNG file with a palette, for pixels as RGBA bytes without transparency: a tenth of one with full colours. */
export function toPng({ width, height, pixels }) {
  const { palette, indices } = toPalette(pixels);
  const scanlines = Buffer.alloc(height * (width + 1));
  for (let row = 0; row < height; row += 1) {
    scanlines.set(indices.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a pixel, with a palette.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(scanlines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The colours that are used most, and for each pixel the number of the one that is nearest. */
function toPalette(pixels) {
  const counts = new Map();
  for (let at = 0; at < pixels.length; at += 4) {
    const color = colorAt(pixels, at);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const kept = keepColors([...counts].sort(([, a], [, b]) => b - a).map(([color]) => channelsOf(color)));
  const indexOf = new Map([...counts.keys()].map((color) => [color, nearest(kept, channelsOf(color))]));
  const indices = Uint8Array.from({ length: pixels.length / 4 }, (_, pixel) =>
    indexOf.get(colorAt(pixels, pixel * 4)),
  );
  return { palette: kept, indices };
}

/** Of shades that are nearly the same only the first, which is used most. */
function keepColors(colors) {
  const kept = new Map();
  for (const color of colors) {
    const shade = color.map((channel) => Math.floor(channel / CHANNEL_STEP)).join(',');
    if (!kept.has(shade)) kept.set(shade, color);
  }
  return [...kept.values()].slice(0, MAX_COLORS);
}

function colorAt(pixels, at) {
  return (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
}

function channelsOf(color) {
  return [(color >> 16) & 255, (color >> 8) & 255, color & 255];
}

function nearest(palette, color) {
  let best = 0;
  let bestDistance = Infinity;
  palette.forEach((candidate, index) => {
    const distance = candidate.reduce((sum, channel, at) => sum + (channel - color[at]) ** 2, 0);
    if (distance < bestDistance) [best, bestDistance] = [index, distance];
  });
  return best;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
