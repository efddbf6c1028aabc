import type { ResolvedPath } from '../../core/gate-request.ts';
import { rethrowFileFailure } from '../../tools/file-failure.ts';
import { type LineRange, readText } from '../../tools/read-text.ts';
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
  if (client.capabilities.fs?.readTextFile === true) {
    return client.readTextFile(path.given, range, call.signal);
  }
  await enterPath(context, call, what, path);
  return readText(path.real, range).catch((error) =>
    rethrowFileFailure(error, workspace.display(path.given)),
  );
}
