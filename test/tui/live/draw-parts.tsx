import { Panel } from '../../../src/tui/panel/panel.tsx';
import { Permission } from '../../../src/tui/question/permission.tsx';
import { hasDraft } from '../../../src/tui/question/permission-state.ts';
import type { Person } from '../update/person.ts';
import { drawComponent } from './draw-component.tsx';

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
