import { keysHere, type OpenPage } from '../panel/open-page.ts';
import type { PanelState } from '../panel/panel-state.ts';
import { askedKey } from '../panel/panel-view.ts';
import { arrowsHint, type KeyLabels, keyHint } from './hints-row.ts';

/** One of the hints below a panel; where there is little room, those with the highest rank go first. */
export interface Hint {
  text: string;
  rank: number;
}

/** What the keys do now. `below` is how many rows of a text are out of sight there. */
export function panelHints(
  panel: PanelState,
  open: OpenPage,
  below: number,
  isScrolled: boolean,
  keymap: KeyLabels,
): Hint[] {
  const hint = (chord: string, does: string, rank: number): Hint[] =>
    keyHint(keymap, chord, does).map((text) => ({ text, rank }));
  const asked = askedKey(panel, open);
  const takes = asked?.does.type === 'confirm' ? asked.label : asked?.does.type === 'ask' ? 'takes it' : null;
  if (takes !== null) return [...hint('enter', takes, 0), ...hint('escape', 'leaves it', 0)];
  const keys = keysHere(open).flatMap(({ chords: [chord = ''], label }, index) =>
    hint(chord, label, index + 2),
  );
  const escape = hint('escape', panel.views.length > 1 ? 'goes back' : 'closes', 0);
  return [...movingHints(open, below, isScrolled, keymap), ...keys, ...escape];
}

function movingHints(
  { page, items, view }: OpenPage,
  below: number,
  isScrolled: boolean,
  keymap: KeyLabels,
): Hint[] {
  const arrows = (does: string, rank: number): Hint[] =>
    arrowsHint(keymap, does).map((text) => ({ text, rank }));
  if (page.kind === 'text')
    return isScrolled ? arrows(below === 0 ? 'scroll' : `scroll (${below} more)`, 1) : [];
  const filters = page.isSearch === true ? 'type to search' : 'type to filter';
  const types = page.items.length > 1 || page.isSearch === true || view.filter !== '';
  return [...(types ? [{ text: filters, rank: 21 }] : []), ...(items.length > 1 ? arrows('move', 22) : [])];
}
