import type { Command } from './command-keys.ts';
import type { EditorKeyName } from './editor-keys.ts';
import type { Place, PlacedAction } from './place-keys.ts';

/** What a key does in the prompt. */
export type PromptAction = Command | EditorKeyName;

/** What a key does anywhere, as config.json names it. */
export type ActionName = PromptAction | PlacedAction;

/** An action with its keys. */
export interface KeyBinding {
  name: ActionName;
  place: Place | 'prompt';
  /** The heading under which the help and docs/keys.md list it. */
  group: string;
  /** The first one is what hints show. */
  chords: readonly string[];
  /** What it does, in the words of the help. */
  help: string;
  /** Every editor has it: left out of the help on the screen. */
  isCommon?: true;
}
