/** How a program wants its text to look, as numbers of SGR parameters; empty where it says nothing. */
export interface TextColors {
  readonly foreground: readonly number[];
  readonly background: readonly number[];
  /** Of the attributes that are on: bold 1, dim 2, italic 3, underline 4, inverse 7, struck out 9. */
  readonly attributes: readonly number[];
}

export const NO_COLORS: TextColors = { foreground: [], background: [], attributes: [] };

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
export function selectColors(before: TextColors, parameters: string): TextColors {
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

export function toSgr({ foreground, background, attributes }: TextColors): readonly number[] {
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
