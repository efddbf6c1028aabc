/** Keeps the last bytes of a stream, cut from the front at a character boundary. */
export interface ByteTail {
  append(chunk: Buffer): void;
  /** What is kept, as text; invalid UTF-8 becomes U+FFFD. */
  text(): string;
  /** Whether anything was cut off. */
  readonly truncated: boolean;
}

/** A tail of at most `limitBytes` of UTF-8. Appending costs nothing that grows with what was thrown away. */
export function createByteTail(limitBytes: number): ByteTail {
  const chunks: Buffer[] = [];
  let keptBytes = 0;
  let truncated = false;

  return {
    append(chunk) {
      chunks.push(chunk);
      keptBytes += chunk.length;
      while (chunks[0] !== undefined && keptBytes - chunks[0].length >= limitBytes) {
        truncated ||= chunks[0].length > 0;
        keptBytes -= chunks[0].length;
        chunks.shift();
      }
    },
    text() {
      const whole = Buffer.concat(chunks);
      return whole.subarray(cutAt(whole, limitBytes, truncated)).toString('utf8');
    },
    get truncated() {
      return truncated || keptBytes > limitBytes;
    },
  };
}

/** Where the tail starts: never inside a character, unless the bytes are no UTF-8 at all. */
function cutAt(bytes: Buffer, limitBytes: number, truncated: boolean): number {
  let start = Math.max(0, bytes.length - limitBytes);
  if (start === 0 && !truncated) return 0;
  for (let skipped = 0; skipped < 3 && isContinuation(bytes[start]); skipped += 1) start += 1;
  return start;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}
