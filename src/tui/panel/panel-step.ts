import { EMPTY_EDITOR, edit } from '../editor/editor.ts';
import { span } from '../draw/span.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import { keysHere, type OpenPage, popPage, pushPage } from './open-page.ts';
import type { Doing, PanelKey } from './panel-page.ts';
import { changeView, type PageView, type PanelState } from './panel-state.ts';
import { bodyHeight } from './panel-view.ts';
import { type Step, type StepContext, step } from '../repl/step.ts';
import type { UiState } from '../repl/ui-state.ts';

/** A panel that takes a key. */
export interface OpenPanel {
  ui: UiState;
  panel: PanelState;
  /** The page that is looked at. */
  open: OpenPage;
  context: StepContext;
}

/** How many rows of the list or the text are in sight. */
export function pageRows({ panel, open, context: { columns, rows } }: OpenPanel): number {
  return bodyHeight(panel, open, { columns: bodyColumns({ columns }), rows });
}

/** The last column is never drawn into. */
export function bodyColumns({ columns }: Pick<StepContext, 'columns'>): number {
  return columns - 1;
}

export function withPanel({ ui }: OpenPanel, panel: PanelState | null): Step {
  return step({ ...ui, panel });
}

export function withView(here: OpenPanel, changes: Partial<PageView>): Step {
  return withPanel(here, changeView(here.panel, changes));
}

/** To the page before, or out of the panel. */
export function goBack(here: OpenPanel): Step {
  return withPanel(here, popPage(here.panel));
}

/** What a key of the page or of its marked item does; null when it has none for it. */
export function doKeyOf(here: OpenPanel, event: InputEvent): Step | null {
  const { keymap } = here.context;
  const key = keysHere(here.open).find(({ actions }) => actions.some((name) => keymap.does(event, name)));
  return key === undefined ? null : doKey(here, key);
}

function doKey(here: OpenPanel, { does, actions: [action] }: PanelKey): Step {
  const { open } = here;
  // What is done to the marked item is done to it, wherever it stands in the list by then.
  const panel = changeView(here.panel, { selected: open.items[open.marked]?.id ?? open.view.selected });
  switch (does.type) {
    case 'do':
      return perform({ ...here, panel }, does);
    case 'look':
      return withPanel(here, pushPage(panel, does.item));
    case 'draft':
      return step({
        ...here.ui,
        panel: null,
        editor: edit(here.ui.editor, { type: 'replace', text: does.text }),
      });
    case 'confirm':
      return withPanel(here, { ...panel, asking: { action, editor: null, problem: null } });
    case 'ask': {
      const editor = edit(EMPTY_EDITOR, { type: 'replace', text: does.field.value });
      return withPanel(here, { ...panel, asking: { action, editor, problem: null } });
    }
  }
}

/** Does it, and says so until it has come to something. */
export function perform({ ui, panel }: OpenPanel, { effects, message, leaves }: Doing): Step {
  const told = message === undefined ? null : [span(message)];
  const next = leaves === 'panel' ? null : leaves === 'page' ? popPage(panel) : panel;
  return step({ ...ui, panel: next && { ...next, asking: null, message: told } }, ...effects);
}
