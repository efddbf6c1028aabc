import type { PanelName } from '../../core/ports.ts';

/** A panel as the user has left it: a list that is filtered by typing, or one of its items looked into. */
export interface PanelState {
  readonly name: PanelName;
  readonly filter: string;
  /** The item that the mark stands on; the first one where it is not in the list. */
  readonly selected: string | null;
  /** The item that is looked into. */
  readonly opened: string | null;
  /** How many rows of it are out of sight above. */
  readonly scroll: number;
  /** What came of the last thing that was done here. */
  readonly message: string | null;
}

/** A panel as it opens, on its list or on one item. */
export function createPanel(name: PanelName, item: string | null): PanelState {
  return { name, filter: '', selected: item, opened: item, scroll: 0, message: null };
}
