import type { EditorAction } from '../editor/editor.ts';
import type { Command } from './keymap.ts';

/** Where the help lists a key. */
export type KeyGroup = 'Prompt' | 'Screen' | 'Move' | 'Change' | 'Select';

export interface KeyBinding {
  /** By which config.json gives it other chords. */
  name: string;
  group: KeyGroup;
  /** The first one is what the help shows. */
  chords: readonly string[];
  does: Command | EditorAction;
  /** What it does, in the words of the help. */
  help: string;
  /** Every editor has it: left out of the help on the screen. */
  isCommon?: true;
}
