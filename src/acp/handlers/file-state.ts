import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { codeOf, isMissing, messageOf, SimseError } from '../../core/errors.ts';
import { INTERNAL_ERROR, INVALID_PARAMS, RESOURCE_NOT_FOUND, RpcError } from '../../core/rpc/rpc-message.ts';
import type { Diff } from '../../core/tool-call.ts';
import { type JudgedFile, withJudgedFile } from '../../platform/judged-file.ts';
import { DENIED } from '../wire/agent-error.ts';

/** Of a file that is larger the text before a change is not shown. */
const MAX_SHOWN_BYTES = 64 * 1024 * 1024;

/** What a file holds at one moment. */
export interface FileState {
  /** What of it can be shown as the text before a change. */
  shown: Pick<Diff, 'oldText' | 'oldBytes'>;
  /** The same only for a file that is the same. */
  version: string;
}

/** Throws an RpcError for what is there and is not a file. */
export async function stateAt(path: string): Promise<FileState> {
  try {
    return await withJudgedFile(path, (file) => readState(file, path));
  } catch (error) {
    if (isMissing(error)) return ABSENT;
    throw error;
  }
}

const ABSENT: FileState = { shown: { oldText: null }, version: 'absent' };

export async function readState(file: JudgedFile, path: string): Promise<FileState> {
  if (file.stat() === null) return ABSENT;
  const handle = await openRegular(file, path);
  try {
    const { size, dev, ino, mtimeNs, ctimeNs } = await handle.stat({ bigint: true });
    const bytes = size > MAX_SHOWN_BYTES ? null : await readBounded(handle);
    if (bytes === null) {
      const version = [size, dev, ino, mtimeNs, ctimeNs].join(' ');
      return { shown: { oldText: '', oldBytes: Number(size) }, version };
    }
    const version = createHash('sha256').update(bytes).digest('hex');
    return { shown: { oldText: bytes.toString('utf8') }, version };
  } finally {
    await handle.close();
  }
}

/** Some files of the system say that they are empty and have no end. */
async function readBounded(handle: FileHandle): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of handle.createReadStream({ autoClose: false, start: 0 })) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > MAX_SHOWN_BYTES) return null;
  }
  return Buffer.concat(chunks);
}

/** A pipe or a device could be read for ever, so only regular files are opened. */
export async function openRegular(file: JudgedFile, path: string): Promise<FileHandle> {
  const requireRegular = (stats: { isFile(): boolean; isDirectory(): boolean } | null): void => {
    if (stats?.isDirectory() === true) throw new RpcError(INVALID_PARAMS, `${path} is a folder`);
    if (stats?.isFile() === false) throw new RpcError(INVALID_PARAMS, `${path} is not a regular file`);
  };
  requireRegular(file.stat());
  const handle = await file.open();
  try {
    requireRegular(await handle.stat());
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** What went wrong with a file, as an answer to the agent. */
export function toFileError(error: unknown, path: string): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof SimseError && error.code === 'denied') return new RpcError(DENIED, error.message);
  if (isMissing(error)) return new RpcError(RESOURCE_NOT_FOUND, `Resource not found: ${path}`, { uri: path });
  if (codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return new RpcError(INVALID_PARAMS, `${path} is not a UTF-8 text file`);
  }
  return new RpcError(INTERNAL_ERROR, messageOf(error));
}
