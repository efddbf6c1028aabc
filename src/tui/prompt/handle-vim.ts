import { edit } from '../editor/editor.ts';
import { overwrite, takeBack } from '../editor/vim/overwrite.ts';
import {
  insertMode,
  isTypingSearch,
  leaveInsert,
  leaveVisual,
  pressVim,
  settle,
  unpressVim,
} from '../editor/vim/press-vim.ts';
import type { VimDraft } from '../editor/vim/vim-changes.ts';
import { isTyping } from '../editor/vim/vim-state.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import { handlePrompt } from './handle-prompt.ts';
import { moveDown, moveUp } from './move-in-draft.ts';
import { type Effect, type Handler, type Step, type StepContext, step } from '../repl/step.ts';
import type { UiState } from '../repl/ui-state.ts';

/** Keys of normal mode that are no characters, as the characters that do the same. */
const CHARACTERS: Readonly<Record<string, string>> = { backspace: 'h', 'ctrl+h': 'h', delete: 'x' };

/** More than this comes at once only from a paste that the terminal does not mark as one. */
const MAX_TYPED_AT_ONCE = 16;

/** Takes the keys where the user has chosen those of vim; in insert mode only Esc. */
export const handleVim: Handler = (ui, event, context) => {
  const { vim } = ui;
  if (vim === null) return null;
  const draft = { vim, editor: ui.editor };
  if (!isTyping(vim)) return handleNormal(ui, draft, event, context);
  const leaves = context.keymap.does(event, 'escape') && !ui.showsKeys;
  if (leaves) return step(withDraft(ui, leaveInsert(draft)));
  return vim.mode === 'replace' ? handleReplace(ui, draft, event, context) : null;
};

/** What is typed takes the place of what stands there. */
function handleReplace(ui: UiState, draft: VimDraft, event: InputEvent, context: StepContext): Step | null {
  const { vim, editor } = draft;
  if (event.type !== 'key') return step(withDraft(ui, { vim, editor: overwrite(editor, event.text) }));
  if (context.keymap.does(event, 'delete-left')) return step(withDraft(ui, { vim, editor: takeBack(draft) }));
  return passOn(ui, event, context);
}

function handleNormal(ui: UiState, draft: VimDraft, event: InputEvent, context: StepContext): Step | null {
  const { vim, editor } = draft;
  const { keymap } = context;
  if (isTypingSearch(vim)) return typeSearch(ui, draft, event, context);
  if (event.type === 'paste') return passOn(ui, event, context);
  if (event.type === 'text') return takeText(ui, event.text, context);
  const character = CHARACTERS[event.chord];
  if (character !== undefined) return press(ui, draft, character, context);
  if (event.chord === 'ctrl+r')
    return step(withDraft(ui, settle({ vim, editor: edit(editor, { type: 'redo' }) })));
  const left = keymap.does(event, 'escape') ? leaveVisual(draft) : null;
  return left === null ? passOn(ui, event, context) : step(withDraft(ui, left));
}

/** A text that is looked for: Enter ends it, and what deletes takes its last character back. */
function typeSearch(ui: UiState, draft: VimDraft, event: InputEvent, context: StepContext): Step | null {
  const { keymap } = context;
  if (event.type !== 'key') return takeText(ui, event.text.replaceAll('\n', ' '), context);
  if (keymap.does(event, 'send')) return press(ui, draft, '\n', context);
  if (keymap.does(event, 'delete-left')) return step(withDraft(ui, unpressVim(draft)));
  const left = keymap.does(event, 'escape') || keymap.does(event, 'interrupt') ? leaveVisual(draft) : null;
  return step(left === null ? ui : withDraft(ui, left));
}

/** Character by character, since each may be a command; `?` on an empty draft shows the keys. */
function takeText(ui: UiState, text: string, context: StepContext): Step | null {
  if (text === '?' && ui.editor.text === '') return null;
  if (text.length > MAX_TYPED_AT_ONCE) return passOn(ui, { type: 'text', text }, context);
  let taken: Step = step(ui);
  for (const character of text) {
    const { vim, editor } = taken.ui;
    const typed = { type: 'text', text: character } as const;
    const next =
      vim === null || isTyping(vim)
        ? typeCharacter(taken.ui, typed, context)
        : press(taken.ui, { vim, editor }, character, context);
    taken = { ui: next.ui, effects: [...taken.effects, ...next.effects] };
  }
  return taken;
}

function typeCharacter(ui: UiState, typed: InputEvent, context: StepContext): Step {
  const { vim, editor } = ui;
  const replaced = vim?.mode === 'replace' ? handleReplace(ui, { vim, editor }, typed, context) : null;
  return replaced ?? handlePrompt(ui, typed, context) ?? step(ui);
}

function press(ui: UiState, draft: VimDraft, character: string, context: StepContext): Step {
  const { rows, ...pressed } = pressVim(draft, character);
  const changed = withDraft({ ...ui, showsKeys: false }, pressed);
  return rows === 0 ? step(changed) : moveRows(changed, rows, context);
}

/** Up and down lead out of the draft, to the queue and to earlier prompts, as the arrows do. */
function moveRows(ui: UiState, rows: number, context: StepContext): Step {
  const moved: { ui: UiState; effects: Effect[] } = { ui, effects: [] };
  for (let done = 0; done < Math.abs(rows); done += 1) {
    const next = (rows < 0 ? moveUp : moveDown)(moved.ui, context);
    if (next.ui.editor === moved.ui.editor) break;
    moved.ui = settled(next.ui);
    moved.effects.push(...next.effects);
  }
  return moved;
}

/** What the prompt does with a key, after which the cursor is where normal mode has it. */
function passOn(ui: UiState, event: InputEvent, context: StepContext): Step | null {
  const passed = handlePrompt(ui, event, context);
  if (passed === null) return null;
  const isNew = ui.editor.text !== '' && passed.ui.editor.text === '' && passed.effects.length > 0;
  const vim = isNew && passed.ui.vim !== null ? insertMode(passed.ui.vim) : passed.ui.vim;
  return { ...passed, ui: settled({ ...passed.ui, vim }) };
}

function settled(ui: UiState): UiState {
  return ui.vim === null ? ui : { ...ui, ...settle({ vim: ui.vim, editor: ui.editor }) };
}

/** Another text leaves the history; outside insert mode no completions are offered. */
function withDraft(ui: UiState, { vim, editor }: VimDraft): UiState {
  const changed = { ...ui, vim, editor, armed: null };
  const completion = { selected: 0, chosen: false, dismissed: !isTyping(vim) };
  if (editor.text === ui.editor.text) return { ...changed, completion };
  return { ...changed, completion, history: { ...ui.history, index: null } };
}
