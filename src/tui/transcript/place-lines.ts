import { revealLine } from '../../core/reveal-text.ts';
import type { ResolvedPath } from '../../core/gate-request.ts';
import { isInside, relativeTo } from '../../core/workspace-path.ts';
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

/** The directory in which something would run. */
export function directoryLine(directory: string, roots: readonly string[]): Line {
  const name = nameOf(directory, roots);
  const shown = name === '.' ? 'in the directory of the session' : `in ${revealLine(name)}`;
  return line(span(shown, 'dim'), ...outsideMark(directory, roots));
}

function nameOf(path: string, roots: readonly string[]): string {
  return relativeTo(roots.slice(0, 1), path) ?? path;
}

/** Where nobody told the workspace, nothing is outside of it. */
function outsideMark(path: string, roots: readonly string[]) {
  return roots.length === 0 || isInside(roots, path) ? [] : [span('  outside the workspace', 'warning')];
}
