/** A place in the draft as it was then. */
export interface Mark {
  readonly offset: number;
  readonly text: string;
}

export type Marks = Readonly<Record<string, Mark>>;

/** The mark of where the last jump began. */
export const JUMPED_FROM = "'";

/** Where a mark stands in the draft as it has become: what changed before it moves it, and what it stood in keeps it. */
export function placeOf({ offset, text: before }: Mark, now: string): number {
  const most = Math.min(before.length, now.length);
  let same = 0;
  while (same < most && before[same] === now[same]) same += 1;
  let sameBehind = 0;
  while (sameBehind < most - same && before.at(-1 - sameBehind) === now.at(-1 - sameBehind)) sameBehind += 1;
  if (offset <= same) return Math.min(offset, now.length);
  return offset >= before.length - sameBehind ? offset + now.length - before.length : same;
}
