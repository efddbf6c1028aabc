import { chordLabel } from '../input/chord.ts';
import { keysHere, type OpenPage } from '../panel/open-page.ts';
import type { PanelState } from '../panel/panel-state.ts';
import { askedKey } from '../panel/panel-view.ts';

/** One of the hints below a panel; where there is little room, those with the highest rank go first. */
export interface Hint {
  text: string;
  rank: number;
}

/** What the keys do now. `below` is how many rows of a text are out of sight there. */
export function panelHints(panel: PanelState, open: OpenPage, below: number, isScrolled: boolean): Hint[] {
  const asked = askedKey(panel, open);
  if (asked?.does.type === 'confirm')
    return [
      { text: `Enter ${asked.label}`, rank: 0 },
      { text: 'Esc leaves it', rank: 0 },
    ];
  if (asked?.does.type === 'ask')
    return [
      { text: 'Enter takes it', rank: 0 },
      { text: 'Esc leaves it', rank: 0 },
    ];
  const keys = keysHere(open).map(({ chords: [chord = ''], label }, index) => ({
    text: `${labelOf(chord)} ${label}`,
    rank: index + 2,
  }));
  const escape = { text: panel.views.length > 1 ? 'Esc goes back' : 'Esc closes', rank: 0 };
  return [...movingHints(open, below, isScrolled), ...keys, escape];
}

function movingHints({ page, items, view }: OpenPage, below: number, isScrolled: boolean): Hint[] {
  if (page.kind === 'text')
    return isScrolled ? [{ text: below === 0 ? '↑↓ scroll' : `↑↓ scroll (${below} more)`, rank: 1 }] : [];
  const filters = page.isSearch === true ? 'type to search' : 'type to filter';
  const types = page.items.length > 1 || page.isSearch === true || view.filter !== '';
  return [
    ...(types ? [{ text: filters, rank: 21 }] : []),
    ...(items.length > 1 ? [{ text: '↑↓ move', rank: 22 }] : []),
  ];
}

/** A letter by itself stays as it is typed. */
function labelOf(chord: string): string {
  return chord.length === 1 ? chord : chordLabel(chord);
}
