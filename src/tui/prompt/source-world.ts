import { line } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import { attach } from './attachments.ts';
import type { Attachment, Paste } from '../editor/chips.ts';
import { edit, type EditorState } from '../editor/editor.ts';
import type { World } from '../repl/perform-effect.ts';
import { changeDraft } from './change-draft.ts';
import { CLOSED_COMPLETION } from '../repl/ui-state.ts';
import type { SourceWorld } from './perform-source.ts';

/** Where there is a draft on the screen, things go into it; else they are kept for the next prompt, and that is told. */
export function sourceWorld(world: World): SourceWorld {
  const { session, images, print, changeUi, attachLater } = world;
  return {
    session,
    images,
    print,
    attach(make, insteadOf) {
      if (changeUi === undefined) return attachToNext(make([]));
      changeUi((ui) => ({
        ...ui,
        editor: attachTo(ui.editor, make, insteadOf),
        completion: CLOSED_COMPLETION,
        history: { ...ui.history, index: null },
      }));
    },
    paste: (text) => changeUi?.((ui) => changeDraft(ui, { type: 'paste', text })),
  };

  function attachToNext(attachment: Attachment): void {
    attachLater?.(attachment);
    print([line(span(`${attachment.label} goes along with the next prompt.`, 'dim'))]);
  }
}

/** At the cursor a blank sets it off from what is typed behind it. */
function attachTo(
  editor: EditorState,
  make: (pastes: readonly Paste[]) => Attachment,
  insteadOf: string,
): EditorState {
  const attached = attach(editor, make(editor.pastes), insteadOf);
  return insteadOf === '' ? edit(attached, { type: 'insert', text: ' ' }) : attached;
}
