import type { CommandResult } from '../../core/ports/session-commands.ts';
import { echo, errorLines } from '../draw/answer-lines.ts';
import { textLines } from '../draw/line.ts';
import { cleanInput } from '../editor/chips.ts';
import { withElsewhere } from './history-state.ts';
import { NEW_VIM } from '../editor/vim/vim-state.ts';
import type { World } from '../repl/perform-effect.ts';
import { changeDraft } from './change-draft.ts';

/** Does what a slash command is for that is about the prompt itself. */
export function actOnPrompt(
  typed: string,
  { action, text }: Extract<CommandResult, { kind: 'prompt-action' }>,
  world: World,
): void {
  const { changeUi } = world;
  if (changeUi === undefined) return world.print([echo(typed), ...textLines(text)]);
  switch (action) {
    case 'edit':
      return editDraft('', world);
    case 'show-keys':
      return changeUi((ui) => ({ ...ui, showsKeys: true }));
    case 'toggle-vim':
      return changeUi((ui) => ({ ...ui, vim: ui.vim === null ? NEW_VIM : null }));
  }
}

/** Reads the prompts of other directories for the search. */
export function loadHistory({ readHistory, changeUi }: World): void {
  void readHistory().then((prompts) =>
    changeUi?.((ui) => ({ ...ui, history: withElsewhere(ui.history, prompts) })),
  );
}

/** Opens the draft in the user's own editor. Editors end a file with a line break, which is no part of the draft. */
export function editDraft(text: string, { editText, changeUi, print }: World): void {
  editText?.(text).then(
    (edited) =>
      changeUi?.((ui) => changeDraft(ui, { type: 'replace', text: cleanInput(edited).replace(/\n$/, '') })),
    (thrown: unknown) => print(errorLines(thrown)),
  );
}
