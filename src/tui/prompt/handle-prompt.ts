import type { PermissionMode } from '../../core/gate/permission-mode.ts';
import { modeInForce } from '../../core/state/mode-in-force.ts';
import { draftOf } from '../editor/editor.ts';
import type { Command } from '../keys/prompt-keys.ts';
import { changeDraft } from './change-draft.ts';
import { escapeDraft, interruptDraft } from './leave-draft.ts';
import { openSearch } from './handle-search.ts';
import { moveDown, movePage, moveUp, selectRow } from './move-in-draft.ts';
import { completeWord, sendDraft } from './send-draft.ts';
import { type Handler, type Step, type StepContext, step } from '../repl/step.ts';
import type { UiState } from '../repl/ui-state.ts';

/** What Shift+Tab goes through, and comes back to from any other mode: those that can do no harm unasked but by an edit. */
const MODE_CYCLE: readonly PermissionMode[] = ['default', 'acceptEdits', 'plan'];

/** Takes whatever the dialog does not. */
export const handlePrompt: Handler = (ui, event, context) => {
  if (event.type === 'paste') return step(changeDraft(ui, event));
  if (event.type === 'text') return typeText(ui, event.text);
  const action = context.keymap.inPrompt(event);
  if (action === undefined) return null;
  if (typeof action !== 'string') return step(changeDraft(ui, action));
  return run({ ...ui, armed: isArming(action) ? ui.armed : null }, action, context);
};

function isArming(command: Command): boolean {
  return command === 'escape' || command === 'interrupt';
}

function typeText(ui: UiState, text: string): Step {
  if (text === '?' && ui.editor.text === '') return step({ ...ui, showsKeys: !ui.showsKeys });
  return step(changeDraft({ ...ui, showsKeys: false }, { type: 'insert', text }));
}

function run(ui: UiState, command: Command, context: StepContext): Step {
  switch (command) {
    case 'send':
      return sendDraft(ui, context);
    case 'newline':
      return step(changeDraft(ui, { type: 'insert', text: '\n' }));
    case 'up':
      return moveUp(ui, context);
    case 'down':
      return moveDown(ui, context);
    case 'select-up':
      return step(selectRow(ui, context, -1));
    case 'select-down':
      return step(selectRow(ui, context, 1));
    case 'page-up':
      return step(movePage(ui, context, -1));
    case 'page-down':
      return step(movePage(ui, context, 1));
    case 'escape':
      return escapeDraft(ui, context);
    case 'interrupt':
      return interruptDraft(ui, context);
    case 'delete-or-leave':
      return ui.editor.text === ''
        ? step(ui, { type: 'leave' })
        : step(changeDraft(ui, { type: 'delete', motion: 'right' }));
    case 'complete':
      return step(completeWord(ui, context));
    case 'search-history':
      return openSearch(ui);
    case 'external-editor':
      return step(ui, { type: 'edit-draft', text: draftOf(ui.editor) });
    case 'next-mode': {
      const next = MODE_CYCLE.findIndex((mode) => mode === modeInForce(context.session).mode) + 1;
      return step(ui, { type: 'set-mode', mode: MODE_CYCLE[next] ?? 'default' });
    }
    case 'redraw':
      return step(ui, { type: 'redraw' });
    case 'show-output':
      return step(ui, { type: 'show-output' });
    case 'show-keys':
      return step({ ...ui, showsKeys: !ui.showsKeys });
    case 'fold-plan':
      return step({ ...ui, planFolded: !ui.planFolded });
    case 'suspend':
      return step(ui, { type: 'suspend' });
    case 'queue':
    case 'edit-queue':
    case 'paste-clipboard':
      return step(ui);
  }
}
