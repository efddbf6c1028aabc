import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { closest } from '../../core/text/closest.ts';
import { SimseError } from '../../core/errors.ts';
import type { ResolvedPath } from '../../core/gate/gate-request.ts';
import { findFiles } from '../../tools/find-files.ts';
import type { Workspace } from '../workspace.ts';
import type { ToolContext } from './tool-invocation.ts';

const SEARCH_MS = 1000;
const MAX_NAMED = 3;

/** That there is no such file, and in the workspace what was probably meant. Throws when the signal is aborted. */
export async function missingFile(
  { workspace }: ToolContext,
  path: ResolvedPath,
  signal: AbortSignal,
): Promise<SimseError> {
  const near = workspace.contains(path) ? await findNear(workspace, path, signal) : [];
  const hint = near.length === 0 ? {} : { hint: `Did you mean ${near.join(' or ')}?` };
  return new SimseError('not_found', `there is no ${workspace.display(path.given)}`, hint);
}

/** Files of nearly this name in its folder, else of this very name elsewhere. */
async function findNear(workspace: Workspace, { given, real }: ResolvedPath, signal: AbortSignal) {
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
