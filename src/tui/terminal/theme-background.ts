import type { Background } from '../../core/ports/terminal.ts';
import type { TerminalOutput } from './terminal.ts';

/** OSC 11. Terminals that do not know it do not answer, nor show it. */
const QUERY = '\u001b]11;?\u001b\\';
/** The lightness, 0 to 1, at which black and white text have the same contrast. */
const MIDDLE = 0.18;

/** Asks the terminal for the colour of its background; the answer, if one comes, comes with the input. */
export function askBackground(stdout: TerminalOutput): void {
  if (stdout.writable) stdout.write(QUERY);
}

/** Reads the answer, without what stands around it: `11;rgb:1e1e/1e1e/1e1e`. Null when it is another sequence. */
export function readBackground(answer: string): Background | null {
  const match = /^11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?$/i.exec(answer);
  if (match === null) return null;
  const [red = 0, green = 0, blue = 0] = match.slice(1).map(toLinear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > MIDDLE ? 'light' : 'dark';
}

/** A channel of one to four hexadecimal digits as its share of the full light. */
function toLinear(digits: string): number {
  return (Number.parseInt(digits, 16) / (16 ** digits.length - 1)) ** 2.2;
}
