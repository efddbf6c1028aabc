import type { EditorAction } from '../editor/editor.ts';
import { chordLabel } from './chord.ts';
import { COMMAND_KEYS, type Command, EDITOR_KEYS } from './prompt-keys.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import { type ActionName, type KeyBinding, placedName } from './key-table.ts';
import type { Place, PlaceAction } from './place-keys.ts';

/** The keys as the user has them: what a key does is asked here, and nowhere else. */
export interface Keymap {
  readonly bindings: readonly KeyBinding[];
  /** What a key does to the draft, or to a line that is edited in the same way. */
  inPrompt(event: InputEvent): Command | EditorAction | undefined;
  /** What a key does in a place that has keys of its own. */
  inPlace<P extends Place>(place: P, event: InputEvent): PlaceAction<P> | undefined;
  /** Whether it is a key of that action. */
  does(event: InputEvent, name: ActionName): boolean;
  /** The key of an action as people read it; of a `typing` user one that is no character. undefined without such a key. */
  labelOf(name: ActionName, isTyping?: boolean): string | undefined;
}

const DOES = new Map<string, Command | EditorAction>([
  ...COMMAND_KEYS.map(({ name }) => [name, name] as const),
  ...EDITOR_KEYS.map(({ name, does }) => [name, does] as const),
]);

/** Keys as `bindings` have them, in which no chord of a place stands twice. */
export function keymapOf(bindings: readonly KeyBinding[]): Keymap {
  const byName = new Map(bindings.map((binding) => [binding.name, binding] as const));
  const byChord = new Map<string, Map<string, ActionName>>();
  for (const { place, name, chords } of bindings) {
    const known = byChord.get(place) ?? new Map<string, ActionName>();
    for (const chord of chords) known.set(chord, name);
    byChord.set(place, known);
  }
  const nameOf = (place: KeyBinding['place'], event: InputEvent) => {
    const chord = chordOf(event);
    return chord === null ? undefined : byChord.get(place)?.get(chord);
  };
  return {
    bindings,
    inPrompt: (event) => DOES.get(nameOf('prompt', event) ?? ''),
    inPlace: (place, event) => actionOf(place, nameOf(place, event)),
    does(event, name) {
      const chord = chordOf(event);
      return chord !== null && byName.get(name)?.chords.includes(chord) === true;
    },
    labelOf(name, isTyping = false) {
      const chord = byName.get(name)?.chords.find((one) => !isTyping || one.length > 1);
      return chord === undefined ? undefined : chordLabel(chord);
    },
  };
}

function actionOf<P extends Place>(place: P, name: ActionName | undefined): PlaceAction<P> | undefined {
  return name?.slice(placedName(place, '' as PlaceAction<P>).length) as PlaceAction<P> | undefined;
}

/** A character that is typed is a chord as well, in places where nothing can be typed. */
function chordOf(event: InputEvent): string | null {
  if (event.type === 'key') return event.chord;
  if (event.type === 'paste') return null;
  return event.text === ' ' ? 'space' : event.text;
}
