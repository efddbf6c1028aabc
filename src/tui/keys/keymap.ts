import type { EditorAction } from '../editor/editor.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import { chordLabel } from './chord.ts';
import {
  KEY_PLACES,
  type KeyPlace,
  type Place,
  type PlaceAction,
  type PlacedAction,
  type SameAs,
} from './place-keys.ts';
import { COMMAND_KEYS, type Command, EDITOR_KEYS, type NamedKey, type PromptKeyName } from './prompt-keys.ts';

/** What a key does anywhere, as config.json names it. */
export type ActionName = PromptKeyName | PlacedAction;

/** An action with its keys. */
export interface KeyBinding extends NamedKey<ActionName> {
  place: Place | 'prompt';
}

/** An action of the table, with chords that may be those of another one. */
export interface TableKey extends Omit<KeyBinding, 'chords'> {
  keys: readonly (string | SameAs)[];
}

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

const PROMPT_KEYS = [...COMMAND_KEYS, ...EDITOR_KEYS].map(
  ({ name, group, chords, help, isCommon }): TableKey => ({
    name,
    group,
    help,
    ...(isCommon === undefined ? {} : { isCommon }),
    place: 'prompt',
    keys: chords,
  }),
);

/** The name of an action of a place. */
function placedName<P extends Place>(place: P, action: PlaceAction<P>): PlacedAction {
  return `${place}.${action}` as PlacedAction;
}

/** Every key there is, before config.json has its say: see createKeymap. */
export const KEY_TABLE: readonly TableKey[] = [
  ...PROMPT_KEYS,
  ...(Object.keys(KEY_PLACES) as Place[]).flatMap(placeKeys),
];

function placeKeys(place: Place): TableKey[] {
  const { title: group, keys: actions }: KeyPlace = KEY_PLACES[place];
  return Object.entries(actions).map(([action, { keys, help }]) => ({
    name: placedName(place, action as PlaceAction<Place>),
    place,
    group,
    help,
    keys,
  }));
}

/** Whether a key that is pressed in one place may be meant for the other. */
export function doOverlap(one: KeyBinding['place'], other: KeyBinding['place']): boolean {
  return one === other || parentOf(one) === other || parentOf(other) === one;
}

function parentOf(place: KeyBinding['place']): Place | null {
  const spec: KeyPlace | null = place === 'prompt' ? null : KEY_PLACES[place];
  return spec?.within ?? null;
}

const DOES = new Map<string, Command | EditorAction>([
  ...COMMAND_KEYS.map(({ name }) => [name, name] as const),
  ...EDITOR_KEYS.map(({ name, does }) => [name, does] as const),
]);

/** Keys as `bindings` have them, in which no chord of a place appears twice. */
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
