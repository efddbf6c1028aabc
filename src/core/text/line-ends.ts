/** How the lines of a text end. */
export type LineEnds = 'LF' | 'CRLF' | 'mixed';

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
