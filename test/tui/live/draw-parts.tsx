import type { Keymap } from '../../../src/tui/keys/keymap.ts';
import { Pager, type PagerProps } from '../../../src/tui/pager/pager.tsx';
import { Panel } from '../../../src/tui/panel/panel.tsx';
import { Picker } from '../../../src/tui/picker/picker.tsx';
import type { PickerItem, PickerState } from '../../../src/tui/picker/picker-state.ts';
import { Permission } from '../../../src/tui/question/permission.tsx';
import { hasDraft } from '../../../src/tui/question/permission-state.ts';
import type { Person } from '../update/person.ts';
import { drawComponent, drawStyled } from './draw-component.tsx';

/** The permission question that somebody faces, in so much room; nothing while there is none. */
export function drawPermission(
  { ui: { dialog, prompt }, session, now, keymap }: Person,
  columns: number,
  height: number,
): string[] {
  if (dialog === null) return [];
  const view = {
    session: session.getState(),
    dialog,
    hasDraft: hasDraft(dialog, prompt.editor),
    now,
    height,
  };
  return drawComponent(<Permission {...view} />, columns, height, { keymap });
}

/** The panel that somebody has open, in a terminal of so many rows; nothing while there is none. */
export function drawPanel(
  { ui: { panel }, context, keymap }: Person,
  columns: number,
  rows: number,
): string[] {
  if (panel === null) return [];
  return drawComponent(<Panel panel={panel} sources={context} />, columns, rows - 1, { keymap });
}

/** The pager on a screen of this size, as text and with its styles. */
export function drawPager(
  { keymap, ...shown }: PagerProps & { keymap: Keymap },
  { columns, rows }: { columns: number; rows: number },
): { rows: string[]; styled: ReturnType<typeof drawStyled> } {
  const pager = <Pager state={shown.state} page={shown.page} waiting={shown.waiting} />;
  return {
    rows: drawComponent(pager, columns, rows, { keymap }),
    styled: drawStyled(pager, columns, rows),
  };
}

/** A list to pick from in a terminal of this size. */
export function drawPicker(
  title: string,
  items: readonly PickerItem[],
  state: PickerState,
  { columns, rows }: { columns: number; rows: number },
): string[] {
  return drawComponent(<Picker title={title} items={items} state={state} />, columns - 1, rows - 1);
}
