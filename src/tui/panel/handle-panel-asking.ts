import { edit, type EditorAction } from '../editor/editor.ts';
import { onOneLine } from '../form/form-state.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import type { Doing, PanelField, PanelKey } from './panel-page.ts';
import { type OpenPanel, perform, withPanel } from './panel-step.ts';
import { type Step, step } from '../repl/step.ts';

/** Takes the keys while the deed of a key waits for a yes, or for a line that is typed. */
export function handleAsking(here: OpenPanel, { does }: PanelKey, event: InputEvent): Step {
  if (does.type === 'confirm') return handleConfirm(here, does.doing, event);
  return does.type === 'ask' ? handleField(here, does.field, event) : leave(here);
}

/** Whatever is not a yes leaves it. */
function handleConfirm(here: OpenPanel, doing: Doing, event: InputEvent): Step {
  const action = here.context.keymap.inPlace('panel', event);
  return action === 'take' || action === 'yes' ? perform(here, doing) : leave(here);
}

function handleField(here: OpenPanel, field: PanelField, event: InputEvent): Step {
  if (event.type !== 'key') return type(here, { type: 'insert', text: onOneLine(event.text) });
  const { keymap } = here.context;
  const done = keymap.inPlace('line', event);
  if (done !== undefined) return done === 'take' ? submit(here, field) : leave(here);
  const action = keymap.inPrompt(event);
  if (typeof action === 'object') return type(here, action);
  switch (action) {
    case 'interrupt':
      return leave(here);
    case 'delete-or-leave':
      return type(here, { type: 'delete', motion: 'right' });
    default:
      return step(here.ui);
  }
}

function type(here: OpenPanel, action: EditorAction): Step {
  const { asking } = here.panel;
  if (asking === null || asking.editor === null) return leave(here);
  const editor = edit(asking.editor, action);
  return withPanel(here, { ...here.panel, asking: { ...asking, editor, problem: null } });
}

function submit(here: OpenPanel, field: PanelField): Step {
  const { asking } = here.panel;
  const text = asking?.editor?.text.trim() ?? '';
  const problem = field.check(text);
  if (problem === null || asking === null) return perform(here, field.submit(text));
  return withPanel(here, { ...here.panel, asking: { ...asking, problem } });
}

function leave(here: OpenPanel): Step {
  return withPanel(here, { ...here.panel, asking: null });
}
