/** A command line taken apart for the gate, never for running. */
export interface ShellLine {
  /** The simple commands between `;`, `&`, `|` and line breaks, trimmed. */
  commands: string[];
  /** It reads from or writes to something other than /dev/null. */
  redirects: boolean;
  /** What really runs cannot be read off the text: substitutions, subshells, ANSI-C quotes, unbalanced quotes. */
  opaque: boolean;
}

const SEPARATORS = new Set([';', '&', '|', '\n', '\r']);
const HARMLESS_REDIRECT =
  /^(?:\d*>&\d\b|&?\d*>{1,2}\s*\/dev\/null(?![^\s;&|])|\d*<\s*\/dev\/null(?![^\s;&|]))/;

/**
 * Reads a POSIX command line. It errs on the side of `opaque`: whatever a shell could expand into another command
 * makes the line opaque, so that no rule can be tricked into matching it.
 */
export function readShellLine(line: string): ShellLine {
  const result: ShellLine = { commands: [], redirects: false, opaque: false };
  let command = '';
  const endCommand = () => {
    if (command.trim() !== '') result.commands.push(command.trim());
    command = '';
  };
  let at = 0;
  while (at < line.length) {
    const step = readStep(line, at);
    if (step.ends) endCommand();
    command += step.text;
    result.redirects ||= step.redirects === true;
    result.opaque ||= step.opaque === true;
    at += step.length;
  }
  endCommand();
  result.opaque ||= result.commands.some((text) => /^["']?\$/.test(text));
  return result;
}

interface Step {
  length: number;
  text: string;
  ends?: boolean;
  redirects?: boolean;
  opaque?: boolean;
}

function readStep(line: string, at: number): Step {
  const char = line.charAt(at);
  const rest = line.slice(at, at + 64);
  if (char === '\\') return { length: 2, text: line.slice(at, at + 2), opaque: at + 1 >= line.length };
  if (char === "'") return readSingleQuoted(line, at);
  if (char === '"') return readDoubleQuoted(line, at);
  if (isExpansion(rest)) return { length: 1, text: char, opaque: true };
  const harmless = harmlessRedirectAt(line, at);
  if (harmless > 0) return { length: harmless, text: '' };
  if (SEPARATORS.has(char)) return { length: 1, text: '', ends: true };
  if (char === '<' || char === '>') return { length: 1, text: char, redirects: true };
  if (char === '(' || char === ')') return { length: 1, text: char, opaque: true };
  return { length: 1, text: char };
}

/** The length of a redirection at `at` that touches no file, else 0. In `file2>&1` the 2 belongs to the word. */
function harmlessRedirectAt(line: string, at: number): number {
  const insideWord = /\d/.test(line.charAt(at)) && at > 0 && !/[\s;&|]/.test(line.charAt(at - 1));
  return insideWord ? 0 : (HARMLESS_REDIRECT.exec(line.slice(at, at + 64))?.[0].length ?? 0);
}

function isExpansion(rest: string): boolean {
  return rest.startsWith('`') || /^\$[({'"[]/.test(rest) || /^[<>]\(/.test(rest);
}

function readSingleQuoted(line: string, at: number): Step {
  const end = line.indexOf("'", at + 1);
  if (end < 0) return { length: line.length - at, text: line.slice(at), opaque: true };
  return { length: end + 1 - at, text: line.slice(at, end + 1) };
}

function readDoubleQuoted(line: string, at: number): Step {
  let opaque = false;
  for (let index = at + 1; index < line.length; index++) {
    const char = line.charAt(index);
    if (char === '\\') index++;
    else if (char === '"') return { length: index + 1 - at, text: line.slice(at, index + 1), opaque };
    else if (isExpansion(line.slice(index, index + 2)) && char !== '<' && char !== '>') opaque = true;
  }
  return { length: line.length - at, text: line.slice(at), opaque: true };
}

const WRAPPERS = new Set([
  'sudo',
  'doas',
  'env',
  'command',
  'exec',
  'nohup',
  'nice',
  'time',
  'builtin',
  'xargs',
  'then',
  'do',
  'else',
  'if',
  'while',
  '!',
  '{',
]);
const SHELLS = /^(?:ba|da|z|k)?sh$/;

/**
 * Every reading of a command line that a deny rule should be held against: each simple command, also inside
 * substitutions and behind wrappers such as sudo, without quotes, and with the bare name of its program.
 */
export function suspiciousReadings(line: string): string[] {
  const pieces = line.split(/[;&|\n\r(){}`]|\$\(/).flatMap((piece) => [piece, ...quotedParts(piece)]);
  const readings = [...readShellLine(line).commands, ...pieces].flatMap(unwrap);
  return [...new Set(readings.filter((reading) => reading !== ''))];
}

function quotedParts(piece: string): string[] {
  return /(?:^|\s|\/)(?:(?:ba|da|z|k)?sh\s+-\w*c|eval)\s/.test(piece)
    ? [...piece.matchAll(/["']([^"']*)["']?/g)].map((m) => m[1] ?? '')
    : [];
}

function unwrap(command: string): string[] {
  const words = command
    .replace(/["'\\]/g, '')
    .trim()
    .split(/\s+/);
  const readings = [command.trim()];
  let start = 0;
  while (start < words.length) {
    const word = words[start] ?? '';
    const name = word.slice(word.lastIndexOf('/') + 1);
    readings.push([name, ...words.slice(start + 1)].join(' '));
    const wraps = WRAPPERS.has(name) || SHELLS.test(name) || word.startsWith('-') || /^\w+=/.test(word);
    if (!wraps && !(start > 0 && /^\d+$/.test(word))) break;
    start++;
  }
  return readings;
}
