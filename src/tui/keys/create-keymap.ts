import type { UiSettings } from '../../core/ports/ui-settings.ts';
import { closest } from '../../core/text/closest.ts';
import { isSentByEveryTerminal, type ParsedChord, parseChord } from './chord.ts';
import {
  type ActionName,
  doOverlap,
  KEY_TABLE,
  type KeyBinding,
  type Keymap,
  keymapOf,
  type TableKey,
} from './keymap.ts';
import { KEY_PLACES, type KeyPlace } from './place-keys.ts';

/** Nobody else gets this one: it interrupts, and leaves when it is pressed twice. */
const INTERRUPT_CHORD = 'ctrl+c';

/** What sends, where none of the chords that were chosen for it comes from every terminal. */
const SEND_CHORD = 'enter';

/** Chords by the names of the actions that config.json gives them to. */
type Chosen = Map<ActionName, string[]>;

export const DEFAULT_KEYMAP: Keymap = keymapOf(bind(new Map()));

/**
 * The built-in keys with those of config.json's `ui.keys` in their place. What cannot work is left out and reported, in
 * sentences that name the place.
 */
export function createKeymap(custom: UiSettings['keys']): { keymap: Keymap; warnings: string[] } {
  const { chosen, warnings } = readCustom(custom);
  warnings.push(...keepSend(chosen));
  const bindings = bind(chosen);
  warnings.push(...lostKeys(bindings, chosen));
  return { keymap: keymapOf(bindings), warnings };
}

/** The table with what was chosen; each place has a chord once. */
function bind(chosen: Chosen): KeyBinding[] {
  const bound = new Map<ActionName, KeyBinding>();
  // What was chosen has its chords before anything else takes them.
  for (const key of [...KEY_TABLE.filter(({ name }) => chosen.has(name)), ...KEY_TABLE]) {
    const { keys, ...action } = key;
    if (bound.has(key.name)) continue;
    const wanted =
      chosen.get(key.name) ??
      keys.flatMap((one) => (typeof one === 'string' ? one : (bound.get(one.as)?.chords ?? [])));
    const taken = takenFrom([...bound.values()], key.place);
    bound.set(key.name, { ...action, chords: [...new Set(wanted)].filter((chord) => !taken.has(chord)) });
  }
  return KEY_TABLE.flatMap(({ name }) => bound.get(name) ?? []);
}

function takenFrom(bound: readonly KeyBinding[], place: KeyBinding['place']): ReadonlySet<string> {
  return new Set(bound.filter((other) => doOverlap(other.place, place)).flatMap(({ chords }) => chords));
}

function readCustom(custom: UiSettings['keys']): { chosen: Chosen; warnings: string[] } {
  const chosen: Chosen = new Map();
  const owners: Owner[] = [];
  const warnings: string[] = [];
  for (const [name, written] of Object.entries(custom)) {
    const key = KEY_TABLE.find((known) => known.name === name);
    if (key === undefined) {
      warnings.push(unknownAction(name));
      continue;
    }
    const chords: string[] = [];
    for (const text of written) {
      const parsed = readChord(text, key.place);
      const problem = 'problem' in parsed ? parsed.problem : ownedBy(parsed.chord, key, owners);
      if ('chord' in parsed && problem === null) chords.push(parsed.chord);
      else warnings.push(`config.json, ui.keys.${name}: ignoring "${text}": ${problem}`);
    }
    if (interrupts(key) && !chords.includes(INTERRUPT_CHORD)) chords.push(INTERRUPT_CHORD);
    owners.push({ name: key.name, place: key.place, chords });
    // A list of nothing but mistakes is no wish to have no key.
    if (written.length === 0 || chords.length > 0) chosen.set(key.name, chords);
  }
  return { chosen, warnings };
}

/** Reads a chord for an action of a place: where nothing can be typed, a character is a key like any other. */
export function readChord(written: string, place: KeyBinding['place']): ParsedChord {
  const spec: KeyPlace | null = place === 'prompt' ? null : KEY_PLACES[place];
  const isCharacter = Array.from(written).length === 1;
  const isTyped = isCharacter || written.toLowerCase() === 'space';
  if (!isTyped || spec === null || spec.takesText === true) return parseChord(written);
  if (spec.takesNumbers === true && /^[1-9]$/.test(written))
    return { problem: 'numbers give the answers there' };
  return { chord: written === ' ' || !isCharacter ? 'space' : written };
}

type Owner = Pick<KeyBinding, 'name' | 'place' | 'chords'>;

function interrupts({ name, keys }: TableKey): boolean {
  return name === 'interrupt' || keys.some((one) => typeof one === 'object' && one.as === 'interrupt');
}

function unknownAction(name: string): string {
  const meant = closest(
    name,
    KEY_TABLE.map((key) => key.name),
  );
  const hint = meant === null ? 'docs/keys.md lists them' : `did you mean "${meant}"?`;
  return `config.json, ui.keys: unknown action "${name}"; ${hint}`;
}

/** Who has the chord already where this one would have it; null where nobody has. */
function ownedBy(chord: string, key: TableKey, owners: readonly Owner[]): string | null {
  if (chord === INTERRUPT_CHORD) return interrupts(key) ? null : 'it is bound to interrupt';
  const owner = owners.find((other) => doOverlap(other.place, key.place) && other.chords.includes(chord));
  return owner === undefined ? null : `it is bound to ${owner.name}`;
}

/** Sees to it that some key sends, in every terminal. */
function keepSend(chosen: Chosen): string[] {
  const ofPrompt = KEY_TABLE.filter(({ place }) => place === 'prompt').map(({ name }) => name);
  const taken = new Set(ofPrompt.flatMap((name) => chosen.get(name) ?? []));
  const chords = chosen.get('send') ?? (taken.has(SEND_CHORD) ? [] : [SEND_CHORD]);
  if (chords.some(isSentByEveryTerminal)) return [];
  for (const name of ofPrompt) {
    const given = chosen.get(name);
    if (given !== undefined)
      chosen.set(
        name,
        given.filter((chord) => chord !== SEND_CHORD),
      );
  }
  chosen.set('send', [...chords, SEND_CHORD]);
  return ['config.json, ui.keys: Enter still sends, since no other key for it works in every terminal'];
}

/** Tells of actions whose last chord was given to another. */
function lostKeys(bindings: readonly KeyBinding[], chosen: Chosen): string[] {
  return bindings.flatMap(({ name, chords, place }) => {
    const before = DEFAULT_KEYMAP.bindings.find((binding) => binding.name === name)?.chords ?? [];
    if (chords.length > 0 || before.length === 0 || chosen.has(name)) return [];
    const takers = bindings.filter((other) => doOverlap(other.place, place));
    const taker = takers.find((other) => other.chords.some((chord) => before.includes(chord)));
    return taker === undefined
      ? []
      : [`config.json, ui.keys: ${name} has no key left: its own is bound to ${taker.name} now`];
  });
}
