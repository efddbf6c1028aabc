import { cleanLine } from '../../core/text/clean-text.ts';

const MAX_CHARS = 300;
const RUNTIME_VERSION = /^Node\.js v[\d.]+$/;
const NPM_LINE = /^npm (?:error|ERR!) /;
/** What npm says before the line that tells: `code E404`, `syscall getaddrinfo`, and numbers alone. */
const NPM_PREAMBLE = /^npm (?:error|ERR!) (?:(?:code|syscall|errno|path) |\d+$)/;

/**
 * The line of a program's stderr that most likely says why it ended, or '' when there is none: the last one that is
 * neither an indented frame of a stack, nor punctuation, nor the version that Node signs a crash with. npm ends with advice,
 * and says why before it.
 */
export function lastWords(stderr: string): string {
  const said = stderr
    .split('\n')
    .filter((line) => /^\S/.test(line) && /\p{L}/u.test(line))
    .map(cleanLine)
    .filter((line) => line !== '' && !RUNTIME_VERSION.test(line));
  const last = said.at(-1) ?? '';
  const telling = NPM_LINE.test(last) ? said.find(isNpmReason) : undefined;
  return cut(telling ?? last);
}

/** Between words: half a secret could not be told from anything else by whoever hides the whole. */
function cut(line: string): string {
  return line.length <= MAX_CHARS ? line : `${line.slice(0, MAX_CHARS).replace(/\S*$/, '')}…`;
}

function isNpmReason(text: string): boolean {
  return NPM_LINE.test(text) && !NPM_PREAMBLE.test(text);
}
