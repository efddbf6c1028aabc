import { type EditorState, edit, onOneLine } from '../editor/editor.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import type { Keymap } from './keymap.ts';
import type { Command } from './prompt-keys.ts';

/** What an event does to a line that is typed within a component. */
type LineEdit =
  | { type: 'edit'; editor: EditorState }
  | { type: 'take' }
  | { type: 'leave' }
  /** A key that does not edit. */
  | { type: 'other'; command: Command | undefined };

/** Takes what is typed and pasted, and the keys that edit, accept or leave a line. */
export function editLine(editor: EditorState, event: InputEvent, keymap: Keymap): LineEdit {
  if (event.type !== 'key')
    return { type: 'edit', editor: edit(editor, { type: 'insert', text: onOneLine(event.text) }) };
  const done = keymap.inPlace('line', event);
  if (done !== undefined) return { type: done };
  const action = keymap.inPrompt(event);
  if (typeof action === 'object') return { type: 'edit', editor: edit(editor, action) };
  if (action === 'delete-or-leave')
    return { type: 'edit', editor: edit(editor, { type: 'delete', motion: 'right' }) };
  return { type: 'other', command: action };
}
