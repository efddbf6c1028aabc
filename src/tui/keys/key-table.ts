import { COMMAND_KEYS, EDITOR_KEYS, type NamedKey, type PromptKeyName } from './prompt-keys.ts';
import {
  KEY_PLACES,
  type KeyPlace,
  type Place,
  type PlaceAction,
  type PlacedAction,
  type SameAs,
} from './place-keys.ts';

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
export function placedName<P extends Place>(place: P, action: PlaceAction<P>): PlacedAction {
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
