import { type PermissionRule, parseRule } from './permission-rule.ts';

const BETWEEN = ' and ';

/** Several rules in one text: a compound command needs one for each of its parts. */
export function joinRules(rules: readonly string[]): string {
  return rules.join(BETWEEN);
}

/** The same rule, in a form of which no part can be read as a rule of its own: a command may say ` and shell and `. */
export function asOneRule(rule: string): string {
  return rule.replaceAll(/ and(?= )/g, ' \\and');
}

/** Beyond this many pieces a text counts as one rule: nobody lists so many, and taking them apart takes its time. */
const MAX_PIECES = 40;

/** Reads what `joinRules` writes; throws as `parseRule` does. A command may itself have an `and` in it. */
export function parseRules(text: string): PermissionRule[] {
  const pieces = text.split(BETWEEN);
  return (pieces.length > MAX_PIECES ? null : readRules(pieces)) ?? [parseRule(text)];
}

/** The rules that the pieces make, each as short as it can be; null where they make none. */
function readRules(pieces: readonly string[]): PermissionRule[] | null {
  const from: (PermissionRule[] | null)[] = Array.from({ length: pieces.length }, () => null);
  from.push([]);
  for (let start = pieces.length - 1; start >= 0; start -= 1) {
    for (let end = start + 1; end <= pieces.length && from[start] === null; end += 1) {
      const others = from[end] ?? null;
      const rule = others === null ? null : readRule(pieces.slice(start, end).join(BETWEEN));
      if (rule !== null && others !== null) from[start] = [rule, ...others];
    }
  }
  return from[0] ?? null;
}

function readRule(text: string): PermissionRule | null {
  try {
    return parseRule(text);
  } catch {
    return null; // It is no rule, which is all there is to know.
  }
}
