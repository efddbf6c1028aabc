import { cleanLine } from '../../core/clean-text.ts';

const MAX_CHARS = 300;
const RUNTIME_VERSION = /^Node\.js v[\d.]+$/;

/**
 * The line of a program's stderr that most likely says why it ended, or '' when there is none: the last one that is
 * neither an indented frame of a stack, nor punctuation, nor the version that Node signs a crash with.
 */
export function lastWords(stderr: string): string {
  const said = stderr
    .split('\n')
    .filter((line) => /^\S/.test(line) && /\p{L}/u.test(line))
    .map(cleanLine)
    .filter((line) => line !== '' && !RUNTIME_VERSION.test(line));
  return (said.at(-1) ?? '').slice(0, MAX_CHARS);
}
