import type { Diff } from './tool-call.ts';

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

function onlyPlaceOf(part: string, text: string): number | null {
  if (part === '') return text === '' ? 0 : null;
  const place = text.indexOf(part);
  return place >= 0 && text.indexOf(part, place + 1) < 0 ? place : null;
}

function toLineFeeds(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
}
