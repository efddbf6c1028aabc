import { span } from '../draw/span.ts';
import { editLine } from '../keys/edit-line.ts';
import { step, type Transition } from '../keys/transition.ts';
import { EMPTY_EDITOR, edit } from '../editor/editor.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import { type OpenPage, popPage, pushPage } from './open-page.ts';
import type { Doing, PanelContext, PanelEffect, PanelField, PanelKey } from './panel-page.ts';
import { changeView, type PanelState } from './panel-state.ts';

/** What comes of a key in a panel; null when it has been closed. */
export type PanelStep = Transition<PanelState | null, PanelEffect>;

/** A panel that takes a key. */
export interface OpenPanel {
  panel: PanelState;
  /** The page that is looked at. */
  open: OpenPage;
  context: PanelContext;
}

/** Does what a key of a panel is there for, or asks the user for a word first. */
export function doKey({ panel: before, open }: OpenPanel, { does, actions: [action] }: PanelKey): PanelStep {
  // What is done to the marked item is done to it, wherever it stands in the list by then.
  const panel = changeView(before, { selected: open.items[open.marked]?.id ?? open.view.selected });
  switch (does.type) {
    case 'do':
      return perform(panel, does);
    case 'look':
      return step(pushPage(panel, does.item));
    case 'draft':
      return step(null, { type: 'replace-draft', text: does.text });
    case 'confirm':
      return step({ ...panel, asking: { action, editor: null, problem: null } });
    case 'ask': {
      const editor = edit(EMPTY_EDITOR, { type: 'replace', text: does.field.value });
      return step({ ...panel, asking: { action, editor, problem: null } });
    }
  }
}

/** Does it, and says so until it has come to something. */
function perform(panel: PanelState, { effects, message, leaves }: Doing): PanelStep {
  const told = message === undefined ? null : [span(message)];
  const next = leaves === 'panel' ? null : leaves === 'page' ? popPage(panel) : panel;
  return step(next && { ...next, asking: null, message: told }, ...effects);
}

/** Takes the keys while the deed of a key waits for a yes, or for a line that is typed. */
export function answerAsked(here: OpenPanel, { does }: PanelKey, event: InputEvent): PanelStep {
  if (does.type === 'confirm') return confirm(here, does.doing, event);
  return does.type === 'ask' ? fillIn(here, does.field, event) : cancel(here);
}

/** Whatever is not a yes cancels it. */
function confirm(here: OpenPanel, doing: Doing, event: InputEvent): PanelStep {
  const action = here.context.keymap.inPlace('panel', event);
  return action === 'take' || action === 'yes' ? perform(here.panel, doing) : cancel(here);
}

function fillIn(here: OpenPanel, field: PanelField, event: InputEvent): PanelStep {
  const { panel, context } = here;
  const { asking } = panel;
  if (asking === null || asking.editor === null) return cancel(here);
  const typed = editLine(asking.editor, event, context.keymap);
  switch (typed.type) {
    case 'edit':
      return step({ ...panel, asking: { ...asking, editor: typed.editor, problem: null } });
    case 'take': {
      const text = asking.editor.text.trim();
      const problem = field.check(text);
      return problem === null
        ? perform(panel, field.submit(text))
        : step({ ...panel, asking: { ...asking, problem } });
    }
    case 'leave':
      return cancel(here);
    case 'other':
      return typed.command === 'interrupt' ? cancel(here) : step(panel);
  }
}

function cancel({ panel }: OpenPanel): PanelStep {
  return step({ ...panel, asking: null });
}
