import type { KeyLabels } from '../keys/hints-row.ts';

/** How a block is looked at. */
export interface BlockView {
  /** Epoch milliseconds, for clocks that still run. */
  now: number;
  /** Nothing is folded or left out. */
  whole?: boolean;
  /** The keys that it names. */
  keymap: KeyLabels;
}
