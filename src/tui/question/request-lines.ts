import { commandPlace } from '../../core/gate/describe-request.ts';
import type { GateRequest, ResolvedPath } from '../../core/gate/gate-request.ts';
import { isInside, relativeTo } from '../../core/gate/workspace-path.ts';
import { revealLine, revealText } from '../../core/text/reveal-text.ts';
import type { Diff, ToolChange } from '../../core/tool-call.ts';
import { indentLines, type Line, line, verbatimLine } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import { diffLines } from '../transcript/diff-lines.ts';
import { diffRows } from '../transcript/diff-rows.ts';

/** How a question is looked at. */
export interface QuestionView {
  /** The question's title stands above, in full. */
  isTitled: boolean;
  /** How many lines are shown around a change; all there are without it. */
  context?: number;
}

export function commandLines(command: string): Line[] {
  const lines = revealText(command)
    .split('\n')
    .map((text) => verbatimLine(span(text, 'strong')));
  return indentLines(lines, [span('$ ', 'accent')]);
}

export function jsonLines(value: unknown): Line[] {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return revealText(text)
    .split('\n')
    .map((part) => verbatimLine(span(part)));
}

export function editLines(
  path: ResolvedPath,
  diff: Diff,
  roots: readonly string[],
  view: QuestionView,
): Line[] {
  const changes = narrowed(diff, view.context);
  const none = line(span('Nothing in it would change.', 'dim'));
  return [
    ...(isNamed(path, roots, view) ? [] : [pathLine(path, roots)]),
    ...(changes.length === 0 ? [none] : changes),
  ];
}

/** A diff of more lines is not made to fit. */
const MAX_NARROWED_ROWS = 2000;

/** The lines of a diff, with so many around what it changes. */
function narrowed(diff: Diff, context?: number): Line[] {
  const lines = diffLines(diff);
  const { rows } = diffRows(diff);
  if (context === undefined || rows.length > MAX_NARROWED_ROWS) return lines;
  const near = new Set<number>();
  for (const [index, { kind }] of rows.entries())
    if (kind !== 'context')
      for (let other = index - context; other <= index + context; other += 1) near.add(other);
  return lines.filter((_, index) => near.has(index));
}

/** Whether the title says all there is to say of a path. */
export function isNamed(path: ResolvedPath, roots: readonly string[], { isTitled }: QuestionView): boolean {
  return isTitled && isPlainPath(path, roots);
}

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
function isPlainPath({ given, real }: ResolvedPath, roots: readonly string[]): boolean {
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

const WORDS: Readonly<Record<ToolChange['kind'], string>> = {
  new: 'Not there when you approved the tools. Allowing it approves this:',
  changed: 'No longer what you approved. Allowing it approves the change:',
};

/** A diff is worked out once for each object, and a question is drawn many times. */
const diffs = new WeakMap<ToolChange, Diff>();

/** What it means that a tool has changed, and its definition as it is now against the one that was approved. */
export function changeLines(change: ToolChange): Line[] {
  return [line(span(WORDS[change.kind], 'warning')), ...diffLines(diffOf(change), { isRevealed: true })];
}

function diffOf(change: ToolChange): Diff {
  const known = diffs.get(change);
  if (known !== undefined) return known;
  const diff = { path: '', oldText: toLines(change.before), newText: toLines(change.after), line: 1 };
  diffs.set(change, diff);
  return diff;
}

/** With its last line break, whether or not it came with one: here that is no change. */
function toLines(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
