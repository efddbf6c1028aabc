import { colored, type Row, type Span, span } from '../draw/span.ts';
import { GLYPHS, type Style } from '../draw/theme.ts';

/** How a program wants its text to look, as numbers of SGR parameters; empty where it says nothing. */
interface TextColors {
  readonly foreground: readonly number[];
  readonly background: readonly number[];
  /** Of the attributes that are on: bold 1, dim 2, italic 3, underline 4, inverse 7, struck out 9. */
  readonly attributes: readonly number[];
}

const NO_COLORS: TextColors = { foreground: [], background: [], attributes: [] };

const ATTRIBUTES: ReadonlySet<number> = new Set([1, 2, 3, 4, 7, 9]);
/** What switches attributes off. */
const OFF: Readonly<Record<number, readonly number[]>> = {
  21: [1],
  22: [1, 2],
  23: [3],
  24: [4],
  27: [7],
  29: [9],
};
/** A sequence that names more than this was not made to be looked at. */
const MAX_PARAMETERS = 64;

/** The colours after a sequence with these parameters, as in `1;38;5;208`. What it does not know it passes over. */
function selectColors(before: TextColors, parameters: string): TextColors {
  const numbers = parameters.split(';', MAX_PARAMETERS).flatMap(readParameter);
  let colors = before;
  for (let index = 0; index < numbers.length; index += 1) {
    const number = numbers[index] ?? 0;
    if (number === 38 || number === 48) {
      const color = extendedColor(numbers, index);
      index += color.length === 0 ? numbers.length : color.length - 1;
      if (color.length > 0) colors = { ...colors, [number === 38 ? 'foreground' : 'background']: color };
    } else colors = select(colors, number);
  }
  return colors;
}

/** One parameter, which may have parts of its own: `38:2::255:0:0` is a colour, `4:3` a kind of underline. */
function readParameter(parameter: string): number[] {
  const [first = 0, ...parts] = parameter.split(':').map(Number);
  if (first === 38 || first === 48) return [first, ...(parts.length > 4 ? parts.toSpliced(1, 1) : parts)];
  return [first === 4 && parts[0] === 0 ? 24 : first];
}

function toSgr({ foreground, background, attributes }: TextColors): readonly number[] {
  return [...attributes, ...foreground, ...background];
}

function select(colors: TextColors, number: number): TextColors {
  const { attributes } = colors;
  if (number === 0) return NO_COLORS;
  if (ATTRIBUTES.has(number))
    return attributes.includes(number) ? colors : { ...colors, attributes: [...attributes, number] };
  const off = OFF[number];
  if (off !== undefined)
    return { ...colors, attributes: attributes.filter((attribute) => !off.includes(attribute)) };
  if (isWithin(number, 30, 37) || isWithin(number, 90, 97)) return { ...colors, foreground: [number] };
  if (isWithin(number, 40, 47) || isWithin(number, 100, 107)) return { ...colors, background: [number] };
  if (number === 39) return { ...colors, foreground: [] };
  return number === 49 ? { ...colors, background: [] } : colors;
}

/** `38;5;n` or `38;2;r;g;b` at this place, `48` alike; empty where it is neither. */
function extendedColor(numbers: readonly number[], index: number): readonly number[] {
  const length = numbers[index + 1] === 5 ? 3 : numbers[index + 1] === 2 ? 5 : 0;
  const color = numbers.slice(index, index + length);
  const isWhole = length > 0 && color.length === length;
  return isWhole && color.slice(2).every((part) => isWithin(part, 0, 255)) ? color : [];
}

function isWithin(number: number, least: number, most: number): boolean {
  return Number.isInteger(number) && number >= least && number <= most;
}

interface TerminalRowsOptions {
  /** How text looks that has no colour of its own. */
  styles: readonly Style[];
  /** Of one row; what is longer is cut off. */
  maxChars: number;
}

// In this order: colours, any other control sequence, string sequences such as titles and links, which end with their line
// at the latest, other escapes; then what moves in the row, and everything else that is not text.
const TOKENS =
  /(?:\u001b\[|\u009b)([\d;:]*)m|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?|[\n\u000b\u000c\r\b]|[^\u001b\n\u000b\u000c\r\b\u0080-\u009f]+|[\u0080-\u009f]/gu;

/**
 * What a program wrote to its terminal, as rows: its colours are kept, and whatever else a terminal would obey is left
 * out. Of a row that was written over, as progress bars are, the last state is shown. No colour lasts beyond its span.
 */
export function terminalRows(output: string, options: TerminalRowsOptions): Row[] {
  const rows: Row[] = [];
  let row = new RowWriter(options);
  let colors = NO_COLORS;
  for (const match of output.matchAll(TOKENS)) {
    const [token, parameters] = match;
    if (parameters !== undefined) colors = selectColors(colors, parameters);
    else if (token === '\n' || token === '\u000b' || token === '\u000c') {
      rows.push(row.spans());
      row = new RowWriter(options);
    } else if (token === '\r') row.return();
    else if (token === '\b') row.back();
    else if (!isControl(token)) row.write(token, colors);
  }
  rows.push(row.spans());
  return rows;
}

function isControl(token: string): boolean {
  const first = token.codePointAt(0) ?? 0;
  return first === 0x1b || (first >= 0x80 && first <= 0x9f);
}

interface Run {
  text: string;
  colors: TextColors;
}

/** One row while it is written. */
class RowWriter {
  readonly #options: TerminalRowsOptions;
  #runs: Run[] = [];
  #length = 0;
  /** The cursor is back at the beginning: what comes next stands in place of what is there. */
  #hasReturned = false;

  constructor(options: TerminalRowsOptions) {
    this.#options = options;
  }

  return(): void {
    this.#hasReturned = true;
  }

  back(): void {
    const last = this.#runs.at(-1);
    if (last === undefined || this.#hasReturned) return;
    const cut = /[\ud800-\udbff][\udc00-\udfff]$/.test(last.text) ? 2 : 1;
    last.text = last.text.slice(0, -cut);
    this.#length -= cut;
    if (last.text === '') this.#runs.pop();
  }

  write(text: string, colors: TextColors): void {
    if (this.#hasReturned) {
      this.#runs = [];
      this.#length = 0;
      this.#hasReturned = false;
    }
    const fitting = text.slice(0, Math.max(0, this.#options.maxChars - this.#length));
    this.#length += text.length;
    if (fitting !== '') this.#runs.push({ text: fitting, colors });
  }

  spans(): Row {
    const { styles, maxChars } = this.#options;
    const spans = this.#runs.map(({ text, colors }): Span => {
      const sgr = toSgr(colors);
      return sgr.length === 0 ? span(text, ...styles) : colored(text, sgr);
    });
    return this.#length > maxChars ? [...spans, span(GLYPHS.more, 'dim')] : spans;
  }
}
