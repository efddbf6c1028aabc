/** What these stand for in a JavaScript expression without flags, in the words of Rust, whose own know all of Unicode. */
const CLASSES: Readonly<Record<string, string>> = {
  d: '[0-9]',
  D: '[^0-9]',
  w: '[0-9A-Za-z_]',
  W: '[^0-9A-Za-z_]',
  s: '[\\s\\x{FEFF}]',
  S: '[^\\s\\x{FEFF}]',
  b: '(?-u:\\b)',
  B: '(?-u:\\B)',
  t: '\\t',
};
const IN_CLASS: Readonly<Record<string, string>> = {
  d: '0-9',
  w: '0-9A-Za-z_',
  s: '\\s\\x{FEFF}',
  t: '\\t',
};
const SPECIAL = /[\\.+*?()|[\]{}^$#&\-~]/;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
/** In this order: an escape, a class, a group's beginning, a count, any other character. */
const TOKENS =
  /\\(?<escaped>[^])|\[(?<set>\^?(?:\\[^]|[^\]\\])+)\]|\((?<group>\?[^])?|\{\d+(?:,\d*)?\}|[^]/gu;

/**
 * A JavaScript regular expression as ripgrep reads it, or null where the two would not find the same lines: for what Rust has
 * not (lookarounds, references to groups) or reads in another way.
 */
export function toRustPattern({ source }: RegExp): string | null {
  let pattern = '';
  for (const { 0: token, groups = {} } of source.matchAll(TOKENS)) {
    const { escaped, set, group } = groups;
    const translated =
      escaped !== undefined
        ? translateEscape(escaped, CLASSES)
        : set !== undefined
          ? translateSet(set)
          : group !== undefined
            ? translateGroup(group)
            : translateOther(token);
    if (translated === null) return null;
    pattern += translated;
  }
  return pattern;
}

function translateEscape(character: string, classes: Readonly<Record<string, string>>): string | null {
  if (PUNCTUATION.test(character)) return literal(character);
  return classes[character] ?? null;
}

/** Groups that only hold together; of all others Rust has fewer, or other, kinds. */
function translateGroup(opening: string): string | null {
  return opening.startsWith('?:') ? `(${opening}` : null;
}

function translateSet(set: string): string | null {
  const isNegated = set.startsWith('^');
  let inside = '';
  for (const [, escaped, plain = ''] of (isNegated ? set.slice(1) : set).matchAll(/\\([^])|([^])/gu)) {
    const part =
      escaped !== undefined ? translateEscape(escaped, IN_CLASS) : plain === '-' ? '-' : literal(plain);
    if (part === null) return null;
    inside += part;
  }
  // `--` takes one set from another in Rust.
  return inside === '' || inside.includes('--') ? null : `[${isNegated ? '^' : ''}${inside}]`;
}

/** A brace that counts nothing is itself in JavaScript. */
function translateOther(token: string): string | null {
  if (token === '[') return null;
  return token === '{' || token === '}' || token === ']' ? `\\${token}` : token;
}

function literal(character: string): string {
  return SPECIAL.test(character) ? `\\${character}` : character;
}
