import type { ActionName } from '../keys/key-table.ts';
import { keysHere, type OpenPage } from './open-page.ts';
import type { PanelState } from './panel-state.ts';
import { askedKey } from './panel-body.ts';
import { type KeyLabels, keyHint, keysHint } from '../keys/hints-row.ts';

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
  const hint = (name: ActionName, does: string, rank: number): Hint[] =>
    keyHint(keymap, name, does).map((text) => ({ text, rank }));
  const asked = askedKey(panel, open);
  const takes = asked?.does.type === 'confirm' ? asked.label : asked?.does.type === 'ask' ? 'takes it' : null;
  const isLine = asked?.does.type === 'ask';
  if (takes !== null)
    return [
      ...hint(isLine ? 'line.take' : 'panel.take', takes, 0),
      ...hint(isLine ? 'line.leave' : 'panel.leave', 'leaves it', 0),
    ];
  const isList = open.page.kind === 'list';
  const keys = keysHere(open).flatMap(({ actions, label }, index) => {
    const [key] = actions.flatMap((name) => keymap.labelOf(name, isList) ?? []);
    return key === undefined ? [] : [{ text: `${key} ${label}`, rank: index + 2 }];
  });
  const escape = hint('panel.leave', panel.views.length > 1 ? 'goes back' : 'closes', 0);
  return [...movingHints(open, below, isScrolled, keymap), ...keys, ...escape];
}

function movingHints(
  { page, items, view }: OpenPage,
  below: number,
  isScrolled: boolean,
  keymap: KeyLabels,
): Hint[] {
  const arrows = (does: string, rank: number): Hint[] =>
    keysHint(keymap, ['panel.up', 'panel.down'], does).map((text) => ({ text, rank }));
  if (page.kind === 'text')
    return isScrolled ? arrows(below === 0 ? 'scroll' : `scroll (${below} more)`, 1) : [];
  const filters = page.isSearch === true ? 'type to search' : 'type to filter';
  const types = page.items.length > 1 || page.isSearch === true || view.filter !== '';
  return [...(types ? [{ text: filters, rank: 21 }] : []), ...(items.length > 1 ? arrows('move', 22) : [])];
}
