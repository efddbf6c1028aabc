const LF = 0x0a;
const CR = 0x0d;

/** One line without its line break. One of more than the limit's bytes has no text. */
export interface TextLine {
  text: string;
  bytes: number;
}

/**
 * Cuts bytes into the lines of an event stream: they end with LF, CR or CRLF, and are told as soon as they do. A character
 * split between chunks is put together again; invalid UTF-8 becomes U+FFFD. At most `limitBytes` are held.
 */
export function createLineCutter(limitBytes: number): (chunk: Uint8Array) => TextLine[] {
  let held: Uint8Array[] = [];
  let bytes = 0;
  let isAfterCr = false;

  const hold = (part: Uint8Array): void => {
    bytes += part.length;
    if (bytes > limitBytes) held = [];
    else if (part.length > 0) held.push(part);
  };

  const finish = (): TextLine => {
    const line = { text: joinText(held), bytes };
    held = [];
    bytes = 0;
    return line;
  };

  return (chunk) => {
    const lines: TextLine[] = [];
    let start = isAfterCr && chunk[0] === LF ? 1 : 0;
    if (chunk.length > 0) isAfterCr = false;
    let lf = chunk.indexOf(LF, start);
    let cr = chunk.indexOf(CR, start);
    while (lf !== -1 || cr !== -1) {
      const isCr = cr !== -1 && (lf === -1 || cr < lf);
      const end = isCr ? cr : lf;
      hold(chunk.subarray(start, end));
      lines.push(finish());
      start = isCr && chunk[end + 1] === LF ? end + 2 : end + 1;
      isAfterCr = isCr && end === chunk.length - 1;
      if (lf !== -1 && lf < start) lf = chunk.indexOf(LF, start);
      if (cr !== -1 && cr < start) cr = chunk.indexOf(CR, start);
    }
    hold(chunk.subarray(start));
    return lines;
  };
}

function joinText(parts: readonly Uint8Array[]): string {
  const [first, second] = parts;
  if (first === undefined) return '';
  // Most lines come in one piece, which need not be copied.
  if (second !== undefined) return Buffer.concat(parts).toString('utf8');
  return Buffer.from(first.buffer, first.byteOffset, first.byteLength).toString('utf8');
}
