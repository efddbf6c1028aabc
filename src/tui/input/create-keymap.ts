import { closest } from '../../core/closest.ts';
import type { UiSettings } from '../../core/ui-settings.ts';
import { chordLabel, isSentByEveryTerminal, parseChord } from './chord.ts';
import type { KeyBinding } from './key-binding.ts';
import { KEY_BINDINGS } from './keymap.ts';

/** The keys as the user has them. */
export interface Keymap {
  readonly bindings: readonly KeyBinding[];
  /**
   * The built-in key that does what this one does: handlers know only those. null where the user has taken it from what it
   * does.
   */
  toBuiltIn(chord: string): string | null;
  /** The key that does what a built-in one does, as people read it; undefined where the user has taken it away. */
  labelOf(chord: string): string | undefined;
}

const BUILT_IN_NAMES = new Map(
  KEY_BINDINGS.flatMap(({ chords, name }) => chords.map((chord) => [chord, name] as const)),
);

export const DEFAULT_KEYMAP: Keymap = keymapOf(KEY_BINDINGS);

/** Nobody else gets this one: it interrupts, and leaves when it is pressed twice. */
const INTERRUPT_CHORD = 'ctrl+c';
/** What sends, where none of the chords that were chosen for it comes from every terminal. */
const SEND_CHORD = 'enter';

/**
 * The built-in keys with those of config.json's `ui.keys` in their place. What cannot be done is left out and told, in
 * sentences that name the place.
 */
export function createKeymap(custom: UiSettings['keys']): { keymap: Keymap; warnings: string[] } {
  const { chosen, warnings } = readCustom(custom);
  warnings.push(...keepSend(chosen));
  const taken = new Set([...chosen.values()].flat());
  const bindings = KEY_BINDINGS.map((binding): KeyBinding => {
    const own = binding.chords.filter((chord) => !taken.has(chord));
    return { ...binding, chords: chosen.get(binding.name) ?? own };
  });
  warnings.push(...lostKeys(bindings, chosen));
  return { keymap: keymapOf(bindings), warnings };
}

function keymapOf(bindings: readonly KeyBinding[]): Keymap {
  const names = new Map(
    bindings.flatMap(({ chords, name }) => chords.map((chord) => [chord, name] as const)),
  );
  return {
    bindings,
    toBuiltIn(chord) {
      const does = names.get(chord);
      const did = BUILT_IN_NAMES.get(chord);
      if (does === did) return chord;
      return KEY_BINDINGS.find(({ name }) => name === does)?.chords[0] ?? null;
    },
    labelOf(chord) {
      const name = BUILT_IN_NAMES.get(chord);
      if (name === undefined && names.has(chord)) return undefined;
      const own = name === undefined ? [chord] : bindings.find((binding) => binding.name === name)?.chords;
      const [first] = own ?? [];
      // A letter by itself stays as it is typed.
      return first === undefined || first.length === 1 ? first : chordLabel(first);
    },
  };
}

/** Chords by the names of the actions that config.json gives them to. */
type Chosen = Map<string, string[]>;

function readCustom(custom: UiSettings['keys']): { chosen: Chosen; warnings: string[] } {
  const names = KEY_BINDINGS.map(({ name }) => name);
  const chosen: Chosen = new Map();
  const owners = new Map([[INTERRUPT_CHORD, 'interrupt']]);
  const warnings: string[] = [];
  for (const [name, written] of Object.entries(custom)) {
    if (!names.includes(name)) {
      warnings.push(unknownAction(name, names));
      continue;
    }
    const chords: string[] = [];
    for (const text of written) {
      const parsed = parseChord(text);
      const problem = 'problem' in parsed ? parsed.problem : ownedBy(owners.get(parsed.chord), name);
      if ('chord' in parsed && problem === null) chords.push(parsed.chord);
      else warnings.push(`config.json, ui.keys.${name}: "${text}" is passed over: ${problem}`);
    }
    for (const chord of chords) owners.set(chord, name);
    if (name === 'interrupt' && !chords.includes(INTERRUPT_CHORD)) chords.push(INTERRUPT_CHORD);
    // A list of nothing but mistakes is no wish to have no key.
    if (written.length === 0 || chords.length > 0) chosen.set(name, chords);
  }
  return { chosen, warnings };
}

function unknownAction(name: string, names: readonly string[]): string {
  const meant = closest(name, names);
  const hint = meant === null ? 'docs/keys.md lists them' : `did you mean "${meant}"?`;
  return `config.json, ui.keys: there is no action "${name}"; ${hint}`;
}

function ownedBy(owner: string | undefined, name: string): string | null {
  return owner === undefined || owner === name ? null : `it is the key of ${owner}`;
}

/** Sees to it that some key sends, in every terminal. */
function keepSend(chosen: Chosen): string[] {
  const taken = new Set([...chosen.values()].flat());
  const chords = chosen.get('send') ?? (taken.has(SEND_CHORD) ? [] : [SEND_CHORD]);
  if (chords.some(isSentByEveryTerminal)) return [];
  for (const [name, given] of chosen)
    chosen.set(
      name,
      given.filter((chord) => chord !== SEND_CHORD),
    );
  chosen.set('send', [...chords, SEND_CHORD]);
  return ['config.json, ui.keys: Enter goes on sending, since nothing else would in every terminal'];
}

/** Tells of actions whose last chord was given to another. */
function lostKeys(bindings: readonly KeyBinding[], chosen: Chosen): string[] {
  return bindings.flatMap(({ name, chords }) => {
    const before = KEY_BINDINGS.find((binding) => binding.name === name)?.chords ?? [];
    if (chords.length > 0 || before.length === 0 || chosen.has(name)) return [];
    const [takenBy] = [...chosen].find(([, given]) => given.some((chord) => before.includes(chord))) ?? [];
    return [`config.json, ui.keys: ${name} has no key left, since its own does ${takenBy} now`];
  });
}
