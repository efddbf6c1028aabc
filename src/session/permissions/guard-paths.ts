import { lstatSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { GateRequest, ResolvedPath } from '../../core/gate/gate-request.ts';
import { isInside, isRepositoryPart } from '../../core/gate/workspace-path.ts';
import { resolvePath } from '../../platform/resolve-path.ts';

/** Marks the paths of a request that are guarded for what is there, and not for their names. */
export type GuardPaths = (request: GateRequest) => GateRequest;

/** `own` are the absolute paths of simse's own folders and files, which need not be there. */
export function createPathGuard(own: readonly string[]): GuardPaths {
  // A folder may be made, or a link put in its place, at any time.
  const places = (): string[] => own.flatMap((path) => [path, resolvePath(path, '/').real].map(foldCase));
  const mark = ({ given, real }: ResolvedPath, places: readonly string[], isRead: boolean): ResolvedPath => {
    if ([given, real].some((path) => isInside(places, foldCase(path)))) return { given, real, guard: 'own' };
    const isOfRepository = !isRead && isInRepository(real);
    return isOfRepository ? { given, real, guard: 'repository' } : { given, real };
  };
  return (request) => {
    switch (request.kind) {
      case 'read':
      case 'edit':
        return { ...request, path: mark(request.path, places(), request.kind === 'read') };
      case 'claim': {
        if (request.paths.length === 0) return request;
        const now = places();
        return { ...request, paths: request.paths.map((path) => mark(path, now, false)) };
      }
      case 'shell':
      case 'tool':
      case 'sampling':
        return request;
    }
  };
}

/** Too much is guarded rather than too little where case counts. */
function foldCase(path: string): string {
  return path.normalize('NFKC').toUpperCase();
}

/** Git needs no `.git`: a folder with HEAD in it is a repository as soon as the other parts are there. */
function isInRepository(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (isRepositoryPart(relative(folder, path)) && isThere(join(folder, 'HEAD'))) return true;
    if (folder === dirname(folder)) return false;
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // Nobody gets there.
  }
}
