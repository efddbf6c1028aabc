/** What the user has done in the pager. */
export interface PagerState {
  /** The entry that is looked at; null for the whole transcript. */
  readonly pageId: string | null;
  /** The entry to go back to from the transcript. */
  readonly lastId: string | null;
  /** How many rows are out of sight above. */
  readonly top: number;
  /** The end is in sight, and stays there while more comes. */
  readonly follows: boolean;
  /** What was searched for last, and the row in which it was found. */
  readonly search: string;
  readonly match: number | null;
  /** What is being typed to search for; null while nothing is. */
  readonly typing: string | null;
  /** Said in the last row until the next key. */
  readonly message: string | null;
}

/** The pager as it opens, on an entry or on the transcript. What still goes on is shown by its end. */
export function createPagerState(pageId: string | null, follows: boolean): PagerState {
  return { pageId, lastId: pageId, top: 0, follows, search: '', match: null, typing: null, message: null };
}
