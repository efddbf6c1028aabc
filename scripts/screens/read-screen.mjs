import { paletteColor, rgbColor } from './palettes.mjs';

/** What takes a different time in each run, at the end of a row, and what stands there in a picture. */
const TIMES = [
  [/\d+(?:\.\d)? m?s(?= *$)/, '420 ms'],
  [/\b\d+s(?= *$)/, '4s'],
];

/**
 * The visible rows of a terminal, each a list of cells: `{text, width, color, background, bold, dim, italic, underline, struck}`
 * with colours as `#rrggbb` and a background of null where it is the terminal's own.
 */
export function readScreen(emulator, palette) {
  const { active } = emulator.buffer;
  const rows = Array.from({ length: emulator.rows }, (_, row) =>
    readRow(active.getLine(active.baseY + row), palette),
  );
  for (const cells of rows) steadyTimes(cells);
  return rows;
}

function readRow(line, palette) {
  const cells = [];
  for (let column = 0; column < line.length; column += 1) {
    const cell = line.getCell(column);
    if (cell.getWidth() > 0) cells.push(readCell(cell, column, palette));
  }
  return cells;
}

function readCell(cell, column, palette) {
  const color = colorOf(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor(), palette) ?? palette.text;
  const background = colorOf(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor(), palette);
  const isInverse = cell.isInverse() !== 0;
  return {
    column,
    text: cell.getChars() || ' ',
    width: cell.getWidth(),
    color: isInverse ? (background ?? palette.background) : color,
    background: isInverse ? color : background,
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0,
    struck: cell.isStrikethrough() !== 0,
  };
}

function colorOf(isDefault, isRgb, number, palette) {
  if (isDefault) return null;
  return isRgb ? rgbColor(number) : paletteColor(palette, number);
}

/** Rows in which every cell is one character wide are put right where they stand. */
function steadyTimes(cells) {
  if (cells.some(({ text }) => text.length !== 1)) return;
  const row = cells.map(({ text }) => text).join('');
  for (const [pattern, shown] of TIMES) {
    const found = pattern.exec(row);
    if (found === null) continue;
    const looks = cells[found.index];
    for (let at = found.index; at < cells.length; at += 1)
      cells[at] = { ...looks, column: cells[at].column, text: shown[at - found.index] ?? ' ' };
  }
}
