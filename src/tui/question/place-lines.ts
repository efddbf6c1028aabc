import { revealLine } from '../../core/text/reveal-text.ts';
import { commandPlace } from '../../core/gate/describe-request.ts';
import type { GateRequest, ResolvedPath } from '../../core/gate/gate-request.ts';
import { isInside, relativeTo } from '../../core/gate/workspace-path.ts';
import { type Line, line } from '../draw/line.ts';
import { span } from '../draw/span.ts';

/**
 * A file as people read it: in the session's directory, which is the first of the roots, relative to that; elsewhere as it
 * is. Where it really leads is never left out, and what is outside of the workspace is marked.
 */
export function pathLine({ given, real }: ResolvedPath, roots: readonly string[]): Line {
  const [cwd] = roots;
  const shown = revealLine(nameOf(real, roots));
  const isLink =
    cwd !== undefined && isInside([cwd], given) && relativeTo([cwd], given) !== nameOf(real, roots);
  const through = isLink ? [span(`${revealLine(nameOf(given, roots))} leads to `, 'dim')] : [];
  return line(...through, span(shown, 'dim'), ...outsideMark(real, roots));
}

/** Whether a path is in the workspace and leads where it says, so that its name alone tells all. */
export function isPlainPath({ given, real }: ResolvedPath, roots: readonly string[]): boolean {
  const [cwd] = roots;
  if (cwd === undefined) return given === real;
  return (
    isInside(roots, real) && (!isInside([cwd], given) || relativeTo([cwd], given) === nameOf(real, roots))
  );
}

/** The directory in which something would run, where it is not that of the session. */
export function directoryLines(request: GateRequest, roots: readonly string[]): Line[] {
  const place = commandPlace(request, roots);
  if (place === null) return [];
  const real = request.kind === 'shell' ? request.cwd : request.kind === 'claim' ? request.cwd?.real : null;
  const mark = typeof real === 'string' ? outsideMark(real, roots) : [span('  wherever that is', 'warning')];
  return [line(span(`in ${revealLine(place)}`, 'dim'), ...mark)];
}

function nameOf(path: string, roots: readonly string[]): string {
  return relativeTo(roots.slice(0, 1), path) ?? path;
}

/** Where nobody told the workspace, nothing is outside of it. */
function outsideMark(path: string, roots: readonly string[]) {
  return roots.length === 0 || isInside(roots, path) ? [] : [span('  outside the workspace', 'warning')];
}
