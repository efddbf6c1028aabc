import { SimseError } from '../../core/errors.ts';
import type { ResolvedPath } from '../../core/gate/gate-request.ts';
import { rethrowFileFailure } from '../../tools/file-failure.ts';
import { type LineRange, readTextFile } from '../../tools/read-text.ts';
import { askPermission } from './ask-permission.ts';
import type { RunningCall, ToolContext, ToolSummary } from './tool-invocation.ts';

/** Before this process itself looks at a path: free in the workspace, asked for outside. Throws `denied`. */
export async function enterPath(
  context: ToolContext,
  call: RunningCall,
  what: ToolSummary,
  path: ResolvedPath,
): Promise<void> {
  if (context.workspace.contains(path)) return;
  await askPermission(context, call, { ...what, locations: [{ path: path.real }] }, `read ${path.real}`);
}

/** The text of a file: the client's, who may have it open and unsaved, or the disk's for a client without files. */
export async function readFileText(
  context: ToolContext,
  call: RunningCall,
  what: ToolSummary,
  path: ResolvedPath,
  range?: LineRange,
): Promise<string> {
  const { client, workspace } = context;
  const shown = workspace.display(path.given);
  if (client.capabilities.fs?.readTextFile === true) {
    return client.readTextFile(path.given, range, call.signal).catch((error) => rethrowMissing(error, shown));
  }
  await enterPath(context, call, what, path);
  return readTextFile(path.real, range).catch((error) => rethrowFileFailure(error, shown));
}

/** Clients word it in many ways that a file is not there. */
function rethrowMissing(error: unknown, shown: string): never {
  const isMissing = error instanceof SimseError && error.code === 'not_found';
  throw isMissing ? new SimseError('not_found', `there is no ${shown}`, { cause: error }) : error;
}
