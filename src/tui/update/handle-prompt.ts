import { PERMISSION_MODES } from '../../core/gate-request.ts';
import { editorColumns } from '../editor/editor-columns.ts';
import { draftOf, type EditorAction, edit } from '../editor/editor.ts';
import { offsetInNextRow } from '../editor/editor-rows.ts';
import { newerPrompt, olderPrompt, rememberPrompt } from '../editor/prompt-history.ts';
import { actionOf, type Command } from '../input/keymap.ts';
import {
  completeDraft,
  type Completion,
  completionsOf,
  selectedCompletion,
} from '../completion/completion.ts';
import { type Handler, type Step, type StepContext, step } from './step.ts';
import { CLOSED_COMPLETION, type UiState } from './ui-state.ts';

/** How soon the second press of Esc or Ctrl+C has to follow. */
const TWICE_MS = 1000;

/** Takes whatever the dialog does not. */
export const handlePrompt: Handler = (ui, event, context) => {
  if (event.type === 'paste') return step(change(ui, event));
  if (event.type === 'text') return typeText(ui, event.text);
  const action = actionOf(event.chord);
  if (action === undefined) return null;
  if (typeof action !== 'string') return step(change(ui, action));
  return run({ ...ui, armed: isArming(action) ? ui.armed : null }, action, context);
};

function isArming(command: Command): boolean {
  return command === 'escape' || command === 'interrupt';
}

function typeText(ui: UiState, text: string): Step {
  if (text === '?' && ui.editor.text === '') return step({ ...ui, showsKeys: !ui.showsKeys });
  return step(change({ ...ui, showsKeys: false }, { type: 'insert', text }));
}

/** An armed key is disarmed; a draft with another text leaves the history, and its list of completions opens anew. */
function change(ui: UiState, action: EditorAction): UiState {
  const editor = edit(ui.editor, action);
  const changed = { ...ui, editor, armed: null };
  if (editor.text === ui.editor.text) return changed;
  return { ...changed, completion: CLOSED_COMPLETION, history: { ...ui.history, index: null } };
}

function run(ui: UiState, command: Command, context: StepContext): Step {
  switch (command) {
    case 'send':
      return send(ui, context);
    case 'newline':
      return step(change(ui, { type: 'insert', text: '\n' }));
    case 'up':
      return moveUp(ui, context);
    case 'down':
      return moveDown(ui, context);
    case 'escape':
      return escape(ui, context);
    case 'interrupt':
      return interrupt(ui, context);
    case 'delete-or-leave':
      return ui.editor.text === ''
        ? step(ui, { type: 'leave' })
        : step(change(ui, { type: 'delete', motion: 'right' }));
    case 'complete':
      return step(complete(ui, context));
    case 'next-mode': {
      const next = PERMISSION_MODES.indexOf(context.session.mode) + 1;
      return step(ui, { type: 'set-mode', mode: PERMISSION_MODES[next] ?? 'default' });
    }
    case 'redraw':
      return step(ui, { type: 'redraw' });
    case 'show-output':
      return step(ui, { type: 'print-output' });
    case 'fold-plan':
      return step({ ...ui, planFolded: !ui.planFolded });
    case 'suspend':
      return step(ui, { type: 'suspend' });
    case 'decline':
      return step(ui);
  }
}

function send(ui: UiState, context: StepContext): Step {
  const { text, cursor } = ui.editor;
  if (text[cursor - 1] === '\\') {
    const cut = edit(ui.editor, { type: 'delete', motion: 'left' });
    return step(change({ ...ui, editor: cut }, { type: 'insert', text: '\n' }));
  }
  const completion = selectedCompletion(ui, context);
  if (completion !== undefined && takesEnter(ui, completion)) return step(take(ui, completion));
  const draft = completion?.onEnter === 'send' ? completion.insert.trimEnd() : draftOf(ui.editor);
  if (draft.trim() === '') return step(ui);
  const sent: UiState = {
    ...change(ui, { type: 'reset' }),
    history: rememberPrompt(ui.history, draft),
    showsKeys: false,
  };
  const effect = draft.startsWith('/')
    ? ({ type: 'command', line: draft } as const)
    : ({ type: 'prompt', text: draft } as const);
  return step(sent, { type: 'remember', text: draft }, effect);
}

function moveUp(ui: UiState, context: StepContext): Step {
  const completions = completionsOf(ui, context);
  if (completions.length > 0) return step(selectCompletion(ui, -1, completions.length));
  const cursor = offsetInNextRow(ui.editor, editorColumns(context.columns), 'up');
  if (cursor !== null) return step(change(ui, { type: 'place', cursor }));
  const queued = ui.editor.text === '' ? context.session.queue.at(-1) : undefined;
  if (queued !== undefined)
    return step(change(ui, { type: 'replace', text: queued.text }), {
      type: 'remove-queued',
      promptId: queued.id,
    });
  return step(recall(ui, olderPrompt(ui.history, ui.editor.text)));
}

function moveDown(ui: UiState, context: StepContext): Step {
  const completions = completionsOf(ui, context);
  if (completions.length > 0) return step(selectCompletion(ui, 1, completions.length));
  const cursor = offsetInNextRow(ui.editor, editorColumns(context.columns), 'down');
  if (cursor !== null) return step(change(ui, { type: 'place', cursor }));
  return step(recall(ui, newerPrompt(ui.history)));
}

function recall(ui: UiState, found: ReturnType<typeof olderPrompt>): UiState {
  if (found === null) return ui;
  return { ...change(ui, { type: 'replace', text: found.text }), history: found.history };
}

function selectCompletion(ui: UiState, by: number, count: number): UiState {
  const selected = (Math.min(ui.completion.selected, count - 1) + by + count) % count;
  return { ...ui, completion: { ...ui.completion, selected, chosen: true } };
}

/** One that would change nothing leaves Enter to the draft. */
function takesEnter({ completion, editor }: UiState, { onEnter, start, end, insert }: Completion): boolean {
  const isOffered = onEnter === 'take' || (onEnter === 'leave' && completion.chosen);
  return isOffered && insert.trimEnd() !== editor.text.slice(start, end);
}

function complete(ui: UiState, context: StepContext): UiState {
  const completion = selectedCompletion(ui, context);
  return completion === undefined ? ui : take(ui, completion);
}

function take(ui: UiState, completion: Completion): UiState {
  const { text, cursor } = completeDraft(ui.editor, completion);
  return change(change(ui, { type: 'replace', text }), { type: 'place', cursor });
}

/** What is open is closed first; then a running turn is interrupted; then, pressed twice, the draft is cleared. */
function escape(ui: UiState, context: StepContext): Step {
  if (ui.showsKeys) return step({ ...ui, showsKeys: false });
  if (completionsOf(ui, context).length > 0)
    return step({ ...ui, completion: { ...ui.completion, dismissed: true } });
  const { turn } = context.session;
  if (turn !== null && !turn.cancelling) return step(ui, { type: 'cancel' });
  if (ui.editor.text === '') return step(ui);
  if (ui.armed?.key === 'escape' && context.now < ui.armed.until) return step(clearDraft(ui));
  return step(arm(ui, 'escape', context));
}

function interrupt(ui: UiState, context: StepContext): Step {
  if (ui.armed?.key === 'interrupt' && context.now < ui.armed.until) return step(ui, { type: 'leave' });
  const armed = arm(ui, 'interrupt', context);
  if (context.session.turn !== null) return step(armed, { type: 'cancel' });
  return step(ui.editor.text === '' ? armed : { ...clearDraft(ui), armed: armed.armed });
}

function arm(ui: UiState, key: 'escape' | 'interrupt', { now }: StepContext): UiState {
  return { ...ui, armed: { key, until: now + TWICE_MS } };
}

/** An empty draft; the old one is the newest earlier prompt, so that Up brings it back. */
function clearDraft(ui: UiState): UiState {
  const history = rememberPrompt(ui.history, draftOf(ui.editor));
  return { ...change(ui, { type: 'reset' }), history };
}
