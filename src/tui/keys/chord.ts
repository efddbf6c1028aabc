/** Modifiers in the order in which a chord names them. */
const MODIFIERS = ['ctrl', 'alt', 'shift'] as const;

const MODIFIER_ALIASES: Readonly<Record<string, string>> = {
  control: 'ctrl',
  meta: 'alt',
  option: 'alt',
  opt: 'alt',
};

const KEY_ALIASES: Readonly<Record<string, string>> = {
  esc: 'escape',
  return: 'enter',
  del: 'delete',
  ins: 'insert',
  pgup: 'pageup',
  pgdn: 'pagedown',
  ' ': 'space',
};

const NAMED_KEYS: ReadonlySet<string> = new Set(
  [
    'enter escape tab backspace delete insert space clear',
    'up down left right home end pageup pagedown',
    'f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12',
  ].flatMap((names) => names.split(' ')),
);

/** What most terminals send for these is another key's byte. */
const TWINS: Readonly<Record<string, string>> = { 'ctrl+i': 'tab', 'ctrl+m': 'enter', 'ctrl+[': 'escape' };

export type ParsedChord = { chord: string } | { problem: string };

/** Reads a chord as people write it (`Ctrl+G`, `meta+b`, `esc`), or says what is wrong with it. */
export function parseChord(written: string): ParsedChord {
  // The key itself may be a plus.
  const [, held = '', last = ''] = /^(.*\+)?(.+)$/s.exec(written.toLowerCase()) ?? [];
  const names = held.split('+').filter((name) => name !== '');
  const modifiers = names.map((name) => MODIFIER_ALIASES[name.trim()] ?? name.trim());
  const unknown = modifiers.find((name) => !MODIFIERS.some((modifier) => modifier === name));
  if (unknown !== undefined) return { problem: `"${unknown}" is not a modifier: use ctrl, alt or shift` };
  const key = KEY_ALIASES[last] ?? last;
  const isCharacter = Array.from(key).length === 1;
  if (!isCharacter && !NAMED_KEYS.has(key))
    return { problem: key === '' ? 'it has no key' : `unknown key "${key}"` };
  if ((isCharacter || key === 'space') && !modifiers.some((name) => name === 'ctrl' || name === 'alt'))
    return { problem: 'it types a character; add ctrl or alt' };
  const chord = [...MODIFIERS.filter((name) => modifiers.includes(name)), key].join('+');
  const twin = TWINS[chord];
  return twin === undefined ? { chord } : { problem: `most terminals send it as ${chordLabel(twin)}` };
}

/** Whether every terminal sends it, so that nobody is locked out by it. */
export function isSentByEveryTerminal(chord: string): boolean {
  return /^(ctrl\+[a-z]|alt\+[a-z]|(alt\+)?enter|escape|tab|f[1-4])$/.test(chord);
}

const LABELS: Readonly<Record<string, string>> = {
  ctrl: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  escape: 'Esc',
  enter: 'Enter',
  tab: 'Tab',
  backspace: 'Backspace',
  delete: 'Del',
  insert: 'Ins',
  space: 'Space',
  home: 'Home',
  end: 'End',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
};

/** A chord as people read it: `Ctrl+J`. A character by itself stays as it is typed. */
export function chordLabel(chord: string): string {
  if (chord.length === 1) return chord;
  return chord
    .split(/\+(?=.)/)
    .map((part) => LABELS[part] ?? part.toUpperCase())
    .join('+');
}
