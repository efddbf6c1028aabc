import { edit } from '../editor/editor.ts';
import { isTypingSearch, leaveInsert, leaveVisual, pressVim, unpressVim } from '../editor/vim/press-vim.ts';
import { insertMode, settle, type VimDraft } from '../editor/vim/vim-state.ts';
import { step } from '../keys/transition.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import { handleDraft } from './handle-draft.ts';
import { moveDown, moveUp } from './move-in-draft.ts';
import {
  type PromptContext,
  type PromptEffect,
  type PromptHandler,
  type PromptState,
  type PromptStep,
} from './prompt-state.ts';

/** Keys of normal mode that are no characters, as the characters that do the same. */
const CHARACTERS: Readonly<Record<string, string>> = { backspace: 'h', 'ctrl+h': 'h', delete: 'x' };

/** More than this comes at once only from a paste that the terminal does not mark as one. */
const MAX_TYPED_AT_ONCE = 16;

/** Takes the keys where the user has chosen those of vim; in insert mode only Esc. */
export const handleVim: PromptHandler = (prompt, event, context) => {
  const { vim } = prompt;
  if (vim === null) return null;
  const draft = { vim, editor: prompt.editor };
  if (vim.mode !== 'insert') return handleNormal(prompt, draft, event, context);
  const leaves = context.keymap.does(event, 'escape') && !prompt.showsKeys;
  return leaves ? step(withDraft(prompt, leaveInsert(draft))) : null;
};

function handleNormal(
  prompt: PromptState,
  draft: VimDraft,
  event: InputEvent,
  context: PromptContext,
): PromptStep | null {
  const { vim, editor } = draft;
  const { keymap } = context;
  if (isTypingSearch(vim)) return typeSearch(prompt, draft, event, context);
  if (event.type === 'paste') return passOn(prompt, event, context);
  if (event.type === 'text') return takeText(prompt, event.text, context);
  const character = CHARACTERS[event.chord];
  if (character !== undefined) return press(prompt, draft, character, context);
  if (event.chord === 'ctrl+r')
    return step(withDraft(prompt, settle({ vim, editor: edit(editor, { type: 'redo' }) })));
  const left = keymap.does(event, 'escape') ? leaveVisual(draft) : null;
  return left === null ? passOn(prompt, event, context) : step(withDraft(prompt, left));
}

/** A text that is looked for: Enter ends it, and what deletes takes its last character back. */
function typeSearch(
  prompt: PromptState,
  draft: VimDraft,
  event: InputEvent,
  context: PromptContext,
): PromptStep | null {
  const { keymap } = context;
  if (event.type !== 'key') return takeText(prompt, event.text.replaceAll('\n', ' '), context);
  if (keymap.does(event, 'send')) return press(prompt, draft, '\n', context);
  if (keymap.does(event, 'delete-left')) return step(withDraft(prompt, unpressVim(draft)));
  const left = keymap.does(event, 'escape') || keymap.does(event, 'interrupt') ? leaveVisual(draft) : null;
  return step(left === null ? prompt : withDraft(prompt, left));
}

/** Character by character, since each may be a command; `?` on an empty draft shows the keys. */
function takeText(prompt: PromptState, text: string, context: PromptContext): PromptStep | null {
  if (text === '?' && prompt.editor.text === '') return null;
  if (text.length > MAX_TYPED_AT_ONCE) return passOn(prompt, { type: 'text', text }, context);
  let taken: PromptStep = step(prompt);
  for (const character of text) {
    const { vim, editor } = taken.state;
    const typed = { type: 'text', text: character } as const;
    const next =
      vim === null || vim.mode === 'insert'
        ? (handleDraft(taken.state, typed, context) ?? step(taken.state))
        : press(taken.state, { vim, editor }, character, context);
    taken = { state: next.state, effects: [...taken.effects, ...next.effects] };
  }
  return taken;
}

function press(prompt: PromptState, draft: VimDraft, character: string, context: PromptContext): PromptStep {
  const { rows, ...pressed } = pressVim(draft, character);
  const changed = withDraft({ ...prompt, showsKeys: false }, pressed);
  return rows === 0 ? step(changed) : moveRows(changed, rows, context);
}

/** Up and down lead out of the draft, to the queue and to earlier prompts, as the arrows do. */
function moveRows(prompt: PromptState, rows: number, context: PromptContext): PromptStep {
  const moved: { state: PromptState; effects: PromptEffect[] } = { state: prompt, effects: [] };
  for (let done = 0; done < Math.abs(rows); done += 1) {
    const next = (rows < 0 ? moveUp : moveDown)(moved.state, context);
    if (next.state.editor === moved.state.editor) break;
    moved.state = settled(next.state);
    moved.effects.push(...next.effects);
  }
  return moved;
}

/** What the prompt does with a key, after which the cursor is where normal mode has it. */
function passOn(prompt: PromptState, event: InputEvent, context: PromptContext): PromptStep | null {
  const passed = handleDraft(prompt, event, context);
  if (passed === null) return null;
  const isNew = prompt.editor.text !== '' && passed.state.editor.text === '' && passed.effects.length > 0;
  const vim = isNew && passed.state.vim !== null ? insertMode(passed.state.vim) : passed.state.vim;
  return { ...passed, state: settled({ ...passed.state, vim }) };
}

function settled(prompt: PromptState): PromptState {
  return prompt.vim === null ? prompt : { ...prompt, ...settle({ vim: prompt.vim, editor: prompt.editor }) };
}

/** Another text leaves the history; outside insert mode no completions are offered. */
function withDraft(prompt: PromptState, { vim, editor }: VimDraft): PromptState {
  const changed = { ...prompt, vim, editor, armed: null };
  const completion = { selected: 0, chosen: false, dismissed: vim.mode !== 'insert' };
  if (editor.text === prompt.editor.text) return { ...changed, completion };
  return { ...changed, completion, history: { ...prompt.history, index: null } };
}
