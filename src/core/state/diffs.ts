import type { Diff, ToolCall } from '../tool-call.ts';
import type { Entry } from './session-state.ts';

/** What a session has done to a file. */
export interface FileEdits {
  path: string;
  /** In their order; edits of which one continues where the one before ended are one. */
  diffs: readonly Diff[];
  /** How many calls changed it. */
  edits: number;
}

/** The files that agents have changed in a session by what they showed of it, the one that was changed last first. */
export function sessionEdits(entries: Iterable<Entry>): FileEdits[] {
  const files = new Map<string, FileEdits>();
  for (const entry of entries) {
    if (entry.kind !== 'tool' || !hasHappened(entry.call)) continue;
    for (const diff of diffsOf(entry.call)) {
      const before = files.get(diff.path) ?? { path: diff.path, diffs: [], edits: 0 };
      files.delete(diff.path);
      files.set(diff.path, { ...before, diffs: addDiff(before.diffs, diff), edits: before.edits + 1 });
    }
  }
  return [...files.values()].toReversed();
}

/** A running call may still be refused. */
function hasHappened({ status, denied }: ToolCall): boolean {
  return status === 'completed' && denied === undefined;
}

function diffsOf({ content }: ToolCall): Diff[] {
  return content.filter((part) => part.type === 'diff');
}

/** One diff object stays the same for as long as nothing follows it, since what is drawn of it is remembered by object. */
function addDiff(diffs: readonly Diff[], diff: Diff): Diff[] {
  const last = diffs.at(-1);
  if (last === undefined || last.newText !== diff.oldText) return [...diffs, diff];
  return [...diffs.slice(0, -1), joined(last, diff)];
}

const joins = new WeakMap<Diff, WeakMap<Diff, Diff>>();

function joined(first: Diff, then: Diff): Diff {
  const known = joins.get(first) ?? new WeakMap<Diff, Diff>();
  joins.set(first, known);
  const diff = known.get(then) ?? {
    path: first.path,
    oldText: first.oldText,
    newText: then.newText,
    ...(then.line !== undefined && { line: then.line }),
  };
  known.set(then, diff);
  return diff;
}

/** The line of the file on which a diff begins, as far as it is known: a new file is shown whole. */
export function firstLineOf({ oldText, line }: Diff): number | undefined {
  return oldText === null ? 1 : line;
}

/**
 * On which line of its file a diff begins, by the file as it is before or after the change; null is a file that nobody could
 * look at. Agents often show a fragment: it is looked for, and undefined where it is not there, or more than once.
 */
export function lineOfDiff({ oldText, newText }: Diff, file: string | null): number | undefined {
  if (file === null || oldText === null) return undefined;
  const text = toLineFeeds(file);
  const [before, after] = [toLineFeeds(oldText), toLineFeeds(newText)];
  const changed = onlyPlaceOf(after, text);
  const rest = changed === null ? text : text.slice(0, changed) + text.slice(changed + after.length);
  // What was there before is still somewhere else: the new text only happens to be there, too.
  const hasHappened = changed !== null && !(before !== '' && rest.includes(before));
  const place = hasHappened ? changed : onlyPlaceOf(before, text);
  return place === null ? undefined : text.slice(0, place).split('\n').length;
}

/**
 * A diff whose old text is a part of the file, with the whole lines that it begins and ends on and so many around them, as
 * they stand there now. The diff itself where its old text is not there, or more than once.
 */
export function aroundDiff(diff: Diff, file: string, lines: number): Diff {
  const { oldText, newText } = diff;
  const place = oldText === null || oldText === '' ? null : onlyPlaceOf(oldText, file);
  if (place === null || oldText === null) return diff;
  const behind = place + oldText.length;
  const start = lineStart(file, place, lines);
  const end = lineEnd(file, oldText.endsWith('\n') ? behind - 1 : behind, lines);
  const [before, after] = [file.slice(start, place), file.slice(behind, end)];
  const line = file.slice(0, start).split('\n').length;
  return { ...diff, oldText: before + oldText + after, newText: before + newText + after, line };
}

/** Where the line begins that is so many above the one at an offset. */
function lineStart(text: string, offset: number, above: number): number {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  return above === 0 || start === 0 ? start : lineStart(text, start - 1, above - 1);
}

/** Where the line ends, its break included, that is so many below the one at an offset. */
function lineEnd(text: string, offset: number, below: number): number {
  const end = text.indexOf('\n', offset) + 1;
  if (end === 0 || end === text.length) return text.length;
  return below === 0 ? end : lineEnd(text, end, below - 1);
}

function onlyPlaceOf(part: string, text: string): number | null {
  if (part === '') return text === '' ? 0 : null;
  const place = text.indexOf(part);
  return place >= 0 && text.indexOf(part, place + 1) < 0 ? place : null;
}

function toLineFeeds(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
}

/** How the lines of a text end. */
type LineEnds = 'LF' | 'CRLF' | 'mixed';

export function lineEndsOf(text: string): LineEnds {
  if (!text.includes('\r\n')) return 'LF';
  return /(?<!\r)\n/.test(text) ? 'mixed' : 'CRLF';
}

/**
 * Two texts that are held against each other, without the returns of line ends where these tell nothing: not where
 * only some lines of one have them.
 */
export function withLineFeeds(before: string, after: string): [before: string, after: string] {
  if ([before, after].some((text) => lineEndsOf(text) === 'mixed')) return [before, after];
  return [before.replaceAll('\r\n', '\n'), after.replaceAll('\r\n', '\n')];
}
