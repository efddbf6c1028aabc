import { SimseError } from '../errors.ts';

/** What a rule does where it fits. */
export type RuleEffect = 'allow' | 'ask' | 'deny';

/** A rule as it is written: `tool` or `tool(argument)`, both with `*`. */
export interface PermissionRule {
  /** As the user wrote it, for messages. */
  text: string;
  tool: string;
  /** null matches every argument. */
  argument: string | null;
}

// The names other tools use in their rules, so that a rule copied from there means what it meant. Case does not count.
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['bash', 'shell'],
  ['shell', 'shell'],
  ['read', 'read_file'],
  ['edit', 'write_file'],
  ['multiedit', 'write_file'],
  ['write', 'write_file'],
]);

/** What a tool of the built-in agent was called before, by what it is called now: rules and recorded calls may still say so. */
const FORMER_NAMES: ReadonlyMap<string, string> = new Map([['glob', 'find_files']]);

const RULE_SHAPE = /^([^\s()]+)(?:\(([\s\S]*)\))?$/;
/** Blanks around an argument; one that is escaped belongs to it. */
const OUTER_BLANKS = /^\s+|(?<!\\)\s+$/g;

/** Reads a rule; throws SimseError('usage') with the forms that exist. */
export function parseRule(text: string): PermissionRule {
  const match = RULE_SHAPE.exec(text.trim());
  const name = match?.[1];
  const argument = match?.[2]?.replace(OUTER_BLANKS, '') ?? null;
  if (name === undefined || argument === '') {
    throw new SimseError('usage', `"${text}" is not a permission rule.`, {
      hint: 'Write a tool, or a tool and what it may do: shell(git status*), write_file(src/**), filesystem/*.',
    });
  }
  const tool = ownToolName(name);
  if (argument !== null && isFileTool(tool) && /^(?:~|!(?!\())/.test(argument)) {
    throw new SimseError('usage', `The path in the rule "${text}" would never match.`, {
      hint: 'Write paths in full or relative to the workspace; a leading ~ or ! has no meaning in a rule.',
    });
  }
  const isPrefix = name.toLowerCase() === 'bash' && argument?.endsWith(':*') === true;
  return { text: text.trim(), tool, argument: isPrefix ? `${argument.slice(0, -2)} *` : argument };
}

/** simse's own name of a tool that others call by another name, else the name as it is. */
export function ownToolName(name: string): string {
  return ALIASES.get(name.toLowerCase()) ?? name;
}

function isFileTool(tool: string): boolean {
  return matchesPattern(tool, 'read_file') || matchesPattern(tool, 'write_file');
}

/** Every name by which a denying or asking rule may mean a tool: also one that it had before, which a pattern may be for. */
export function toolNames(name: string): string[] {
  const current = [...FORMER_NAMES].find(([, former]) => former === name)?.[0] ?? ownToolName(name);
  const former = FORMER_NAMES.get(current);
  return former === undefined ? [current] : [current, former];
}

/** Quotes a text so that a rule's pattern matches it to the letter. */
export function escapePattern(text: string): string {
  return text.replace(/[\\*?]/g, '\\$&');
}

/**
 * Whether `text` fits a pattern in which `*` stands for anything and `\\` takes the next character to the letter.
 * A trailing ` *` also fits the text without it: `git status *` fits `git status`. Takes linear time.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const literals = literalsOf(pattern);
  if (fitsLiterals(literals, text)) return true;
  const beforeTail = literals.at(-2);
  const hasOptionalTail = literals.at(-1) === '' && beforeTail !== undefined && /.\s$/s.test(beforeTail);
  return hasOptionalTail && fitsLiterals([...literals.slice(0, -2), beforeTail.slice(0, -1)], text);
}

/** Whether a text that begins with `stem` and goes on in an unknown way could fit a pattern. */
export function couldMatchPattern(pattern: string, stem: string): boolean {
  const [prefix = ''] = literalsOf(pattern);
  return prefix.startsWith(stem) || stem.startsWith(prefix);
}

/** Patterns are few and asked for with every call; what takes one apart is kept for those seen last. */
const taken = new Map<string, readonly string[]>();
const MAX_TAKEN = 500;

/** The texts before, between and after a pattern's stars. */
function literalsOf(pattern: string): readonly string[] {
  const known = taken.get(pattern);
  if (known !== undefined) return known;
  if (taken.size >= MAX_TAKEN) taken.clear();
  const literals = takeApart(pattern);
  taken.set(pattern, literals);
  return literals;
}

function takeApart(pattern: string): string[] {
  const literals = [''];
  for (const [piece] of pattern.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (piece === '*') literals.push('');
    else literals.push((literals.pop() ?? '') + (piece.length > 1 ? piece.slice(1) : piece));
  }
  return literals;
}

/** Each literal is taken at its first place: a later one would leave less room for the rest. */
function fitsLiterals(literals: readonly string[], text: string): boolean {
  const [first = '', ...others] = literals;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const literal of others) {
    const found = text.indexOf(literal, at);
    if (found < 0) return false;
    at = found + literal.length;
  }
  return text.length - at >= last.length && text.endsWith(last);
}

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
