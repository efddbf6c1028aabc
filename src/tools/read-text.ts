import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { SimseError } from '../core/errors.ts';
import { probeFile } from './probe-file.ts';

const MAX_BYTES = 50 * 1024 * 1024;

export interface ReadRange {
  /** 1-based. */
  line: number;
  /** How many lines; to the end when it is missing. */
  limit?: number;
}

/** The text of a file, or some lines of it with their line breaks. Throws when it is not a UTF-8 text file, or over 50 MB. */
export async function loadText(path: string, range?: ReadRange): Promise<string> {
  const { isFile, isBinary, bytes } = await probeFile(path);
  if (!isFile) throw new SimseError('tool_failed', `${path} is not a file`);
  if (isBinary) throw new SimseError('tool_failed', `${path} is a binary file`);
  if (bytes > MAX_BYTES) throw new SimseError('limit', `${path} is too large to read: ${bytes} bytes`);
  const text = decode(await readFile(path), path);
  return range === undefined ? text : cutLines(text, range);
}

/** With its byte order mark. What is not UTF-8 would not survive being written again. */
function decode(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new SimseError('tool_failed', `${path} is not a UTF-8 text file`, { cause });
  }
}

function cutLines(text: string, { line, limit }: ReadRange): string {
  const lines = text.split(/(?<=\n)/);
  return lines.slice(line - 1, limit === undefined ? undefined : line - 1 + limit).join('');
}

/** Larger files are not worth the wait. */
const MAX_SMALL_BYTES = 1024 * 1024;
/** A pipe or a device is not waited for, and a link that has come in the meantime not followed. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** The text of a file of at most 1 MB, at once, for what has to be known before anything else happens; null where there is none. */
export function readSmallText(path: string): string | null {
  try {
    const file = openSync(path, FLAGS);
    try {
      const stats = fstatSync(file);
      return stats.isFile() && stats.size <= MAX_SMALL_BYTES ? readFileSync(file, 'utf8') : null;
    } finally {
      closeSync(file);
    }
  } catch {
    // Missing or unreadable: it is optional.
    return null;
  }
}
