import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeFileAtomic } from '../../platform/write-atomic.ts';
import { DENIED, REQUEST_CANCELLED } from '../acp-codes.ts';
import type { ResolvedPath } from '../../core/gate-request.ts';
import { INVALID_PARAMS, RpcError } from '../../core/rpc-error.ts';
import { filePathOf } from '../translate/file-path.ts';
import { isMissing, toFileError } from './file-error.ts';
import { type Handler, requireText } from './handler.ts';
import { MAX_TEXT_BYTES, statRegularFile } from './read-text-file.ts';

/** `fs/write_text_file`: the gate sees the change as it will really be; folders on the way are made. */
export const writeTextFile: Handler = async (session, params, signal) => {
  const path = session.resolve(filePathOf(requireText(params, 'path')));
  const newText = requireText(params, 'content');
  if (signal.aborted) throw new RpcError(REQUEST_CANCELLED, 'The turn was cancelled.');
  try {
    const diff = { path: path.given, oldText: await readOldText(path.real), newText };
    const verdict = await session.authorize({ kind: 'edit', path, diff }, { signal });
    if (!verdict.allowed)
      throw new RpcError(DENIED, `Writing ${path.given} was not allowed: ${verdict.reason}`);
    await requireUnchanged(path, diff.oldText);
    await mkdir(dirname(path.real), { recursive: true });
    await writeFileAtomic(path.real, newText);
    return {};
  } catch (error) {
    throw toFileError(error, path.given);
  }
};

/** What was allowed is that change and no other, and a question may be open for long. */
async function requireUnchanged({ real, given }: ResolvedPath, oldText: string | null): Promise<void> {
  if ((await readOldText(real)) === oldText) return;
  throw new RpcError(
    INVALID_PARAMS,
    `${given} was changed by somebody else while the question about it was open; it is left as it is.`,
  );
}

/** null for a file that does not exist yet; what is too large to show counts as empty. */
async function readOldText(path: string): Promise<string | null> {
  try {
    const { size } = await statRegularFile(path);
    return size > MAX_TEXT_BYTES ? '' : await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
