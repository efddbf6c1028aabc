import { open, stat } from 'node:fs/promises';

const PROBED_BYTES = 8000;

export interface FileProbe {
  /** False for folders, pipes and devices, which are not opened: that could wait for ever. */
  isFile: boolean;
  bytes: number;
  /** As git decides it: a NUL among the first bytes. */
  isBinary: boolean;
}

/** What kind of file this is, from its first bytes. Follows symlinks. Throws what `stat` and `open` throw. */
export async function probeFile(path: string): Promise<FileProbe> {
  const stats = await stat(path);
  if (!stats.isFile()) return { isFile: false, bytes: 0, isBinary: false };
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PROBED_BYTES), 0, PROBED_BYTES, 0);
    return { isFile: true, bytes: stats.size, isBinary: buffer.subarray(0, bytesRead).includes(0) };
  } finally {
    await file.close();
  }
}

/** What a file is by its first bytes, and its media type where it is a picture as models take them. */
interface FileKind {
  /** With its article, for a sentence. */
  name: string;
  picture: string | null;
}

const HEAD_BYTES = 16;
const UNKNOWN: FileKind = { name: 'a binary file', picture: null };

/** How files begin, as Latin-1; a dot is any byte. */
const BEGINNINGS: readonly (readonly [beginning: RegExp, name: string, picture?: string])[] = [
  [/^\x89PNG\r\n/, 'a PNG picture', 'image/png'],
  [/^\xff\xd8\xff/, 'a JPEG picture', 'image/jpeg'],
  [/^GIF8[79]a/, 'a GIF picture', 'image/gif'],
  [/^RIFF....WEBP/s, 'a WebP picture', 'image/webp'],
  [/^RIFF....WAVE/s, 'a WAV recording'],
  [/^BM/, 'a BMP picture'],
  [/^%PDF-/, 'a PDF document'],
  [/^PK\x03\x04/, 'a zip archive, or a document that is one'],
  [/^\x1f\x8b/, 'a gzip archive'],
  [/^BZh/, 'a bzip2 archive'],
  [/^\xfd7zXZ/, 'an xz archive'],
  [/^\x28\xb5\x2f\xfd/, 'a zstd archive'],
  [/^7z\xbc\xaf/, 'a 7-Zip archive'],
  [/^SQLite format 3/, 'an SQLite database'],
  [/^\x7fELF/, 'an ELF program or library'],
  [/^MZ/, 'a Windows program or library'],
  [/^\xcf\xfa\xed\xfe|^\xca\xfe\xba\xbe/, 'a macOS program, or a Java class'],
  [/^\0asm/, 'a WebAssembly module'],
  [/^....ftyp/s, 'an MP4 or HEIF file'],
  [/^OggS/, 'an Ogg recording'],
  [/^ID3|^\xff\xfb/, 'an MP3 recording'],
  [/^\xff\xfe|^\xfe\xff/, 'a text in UTF-16'],
  [/^wOF[F2]/, 'a web font'],
];

/** Tells from its first bytes what a binary file is. Throws what `open` throws. */
export async function readFileKind(path: string): Promise<FileKind> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return fileKindOf(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await file.close();
  }
}

function fileKindOf(head: string): FileKind {
  const known = BEGINNINGS.find(([beginning]) => beginning.test(head));
  return known === undefined ? UNKNOWN : { name: known[1], picture: known[2] ?? null };
}
