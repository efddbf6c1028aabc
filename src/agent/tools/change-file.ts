import type { ToolCallContent } from '@agentclientprotocol/sdk';
import { isMissing, SimseError } from '../../core/errors.ts';
import type { ResolvedPath } from '../../core/gate/gate-request.ts';
import { withJudgedFile } from '../../platform/judged-file.ts';
import { rethrowFileFailure } from '../../tools/file-failure.ts';
import { probeFile } from '../../tools/probe-file.ts';
import { askPermission } from './ask-permission.ts';
import { readFileText } from './read-file-text.ts';
import type { RunningCall } from './tool.ts';

/** What a file holds now, null when there is none, and what it shall hold. */
export interface FileChange {
  path: ResolvedPath;
  oldText: string | null;
  newText: string;
}

/** What the file holds, as the client has it; null when there is no such file yet. */
export async function readOldText(call: RunningCall, path: ResolvedPath): Promise<string | null> {
  const shown = call.context.workspace.display(path.given);
  const probe = await probeFile(path.real).catch((error) =>
    isMissing(error) ? null : rethrowFileFailure(error, shown),
  );
  return probe === null ? readUnsaved(call, path) : readFileText(call, path);
}

/** What an editor has in a file that it has never saved. Whether it may be written is asked when it is. */
async function readUnsaved(
  { signal, context: { client, workspace } }: RunningCall,
  path: ResolvedPath,
): Promise<string | null> {
  if (client.capabilities.fs?.readTextFile !== true || !workspace.contains(path)) return null;
  const text = await client.readTextFile(path.given, undefined, signal).catch(() => null);
  signal.throwIfAborted();
  return text === '' ? null : text;
}

/** Shows the change, then makes it: through the client or, for a client without files, after asking. */
export async function changeFile(
  call: RunningCall,
  { path, oldText, newText }: FileChange,
): Promise<ToolCallContent[]> {
  const { client, workspace, changes } = call.context;
  const content: ToolCallContent[] = [{ type: 'diff', path: path.given, oldText, newText }];
  await call.show(content);
  const before = await changes.keep(oldText);
  if (client.capabilities.fs?.writeTextFile === true) {
    await client.writeTextFile(path.given, newText, call.signal);
  } else {
    const shown = workspace.display(path.given);
    await askPermission(call, `write ${path.real}`, { content });
    await requireUnchanged(call, { path, oldText });
    await withJudgedFile(path.real, (file) => file.replace(newText), { makeFolders: true }).catch((error) =>
      rethrowFileFailure(error, shown),
    );
  }
  changes.note(path.real, before, newText);
  return content;
}

/** A question may be open for long. Throws SimseError('tool_failed') when the file holds something else by now. */
export async function requireUnchanged(
  call: RunningCall,
  { path, oldText }: Pick<FileChange, 'path' | 'oldText'>,
): Promise<void> {
  if ((await readOldText(call, path)) === oldText) return;
  throw new SimseError(
    'tool_failed',
    `${call.context.workspace.display(path.given)} was changed by somebody else while the question about it was open; it is left as it is.`,
  );
}
