import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { ToolCallContent } from '@agentclientprotocol/sdk';
import { isMissing, SimseError } from '../../core/errors.ts';
import type { ResolvedPath } from '../../core/gate/gate-request.ts';
import { closest } from '../../core/text/closest.ts';
import { withJudgedFile } from '../../platform/judged-file.ts';
import { rethrowFileFailure } from '../../tools/file-failure.ts';
import { findFiles } from '../../tools/find-files.ts';
import { probeFile } from '../../tools/probe-file.ts';
import { loadText, type ReadRange } from '../../tools/read-text.ts';
import { askPermission, type RunningCall } from './tool.ts';
import type { AgentWorkspace } from './workspace.ts';

/** Before this process itself looks at a path: free in the workspace, asked for outside. Throws `denied`. */
export async function enterPath(call: RunningCall, path: ResolvedPath): Promise<void> {
  if (call.context.workspace.contains(path)) return;
  await askPermission(call, `read ${path.real}`, { locations: [{ path: path.real }] });
}

/** The text of a file: the client's, who may have it open and unsaved, or the disk's for a client without files. */
export async function readFileText(
  call: RunningCall,
  path: ResolvedPath,
  range?: ReadRange,
): Promise<string> {
  const { client, workspace } = call.context;
  const shown = workspace.display(path.given);
  if (client.capabilities.fs?.readTextFile === true) {
    return client.readTextFile(path.given, range, call.signal).catch((error) => rethrowMissing(error, shown));
  }
  await enterPath(call, path);
  return loadText(path.real, range).catch((error) => rethrowFileFailure(error, shown));
}

/** Clients word it in many ways that a file is not there. */
function rethrowMissing(error: unknown, shown: string): never {
  const isMissing = error instanceof SimseError && error.code === 'not_found';
  throw isMissing ? new SimseError('not_found', `there is no ${shown}`, { cause: error }) : error;
}

const SEARCH_MS = 1000;
const MAX_NAMED = 3;

/** That there is no such file, and in the workspace what was probably meant. Throws when the signal is aborted. */
export async function missingFile(
  { signal, context: { workspace } }: RunningCall,
  path: ResolvedPath,
): Promise<SimseError> {
  const near = workspace.contains(path) ? await findNear(workspace, path, signal) : [];
  const hint = near.length === 0 ? {} : { hint: `Did you mean ${near.join(' or ')}?` };
  return new SimseError('not_found', `there is no ${workspace.display(path.given)}`, hint);
}

/** Files of nearly this name in its folder, else of this very name elsewhere. */
async function findNear(workspace: AgentWorkspace, { given, real }: ResolvedPath, signal: AbortSignal) {
  const siblings = await readdir(dirname(real)).catch(() => []);
  const name = basename(real);
  const stem = basename(name, extname(name));
  const sibling =
    siblings.find((other) => basename(other, extname(other)) === stem) ?? closest(name, siblings);
  if (sibling !== null) return [workspace.display(join(dirname(given), sibling))];
  const patience = AbortSignal.any([signal, AbortSignal.timeout(SEARCH_MS)]);
  const search = { folder: workspace.cwd, glob: name, anyDepth: true, limit: MAX_NAMED, signal: patience };
  const found = await findFiles(search).catch(() => ({ files: [] }));
  signal.throwIfAborted();
  return found.files;
}

/** What a file holds now, null when there is none, and what it shall hold. */
interface FileChange {
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
    `${call.context.workspace.display(path.given)} was changed by someone else while the question about it was open, and was left unchanged.`,
  );
}
