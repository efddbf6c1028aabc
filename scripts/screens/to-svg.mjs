/** DejaVu Sans Mono gives each character this part of its size; text is set so that a cell is whole pixels wide. */
const ADVANCE = 1233 / 2048;
const CELL = { width: 10, height: 20 };
const FONT_SIZE = CELL.width / ADVANCE;
/** Of the line that text stands on, from the top of its row. */
const BASELINE = 15.5;
const MARGIN = 12;
const DIM = 0.62;

/** A picture of a screen: rows of cells as readScreen gives them, and the cursor, null where none is shown. */
export function toSvg({ rows, columns, cursor, palette, fontFamily }) {
  const width = columns * CELL.width + 2 * MARGIN;
  const height = rows.length * CELL.height + 2 * MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${escapeXml(fontFamily)}" font-size="${FONT_SIZE.toFixed(4)}">`,
    `<rect width="100%" height="100%" fill="${palette.background}"/>`,
    `<g transform="translate(${MARGIN} ${MARGIN})">`,
    ...rows.flatMap((cells, row) => drawRow(cells, row * CELL.height)),
    ...(cursor === null ? [] : [drawCursor(cursor, palette)]),
    '</g></svg>',
  ].join('\n');
}

function drawRow(cells, top) {
  const runs = runsOf(cells);
  return [...runs.map((run) => drawBackground(run, top)), ...runs.map((run) => drawText(run, top))].filter(
    Boolean,
  );
}

/** Neighbours that look alike, as one piece; what is not plain ASCII is a piece of its own and so never moves others. */
function runsOf(cells) {
  const runs = [];
  for (const cell of cells) {
    const last = runs.at(-1);
    if (last !== undefined && isPlain(cell) && isPlain(last) && looksOf(last) === looksOf(cell)) {
      last.text += cell.text;
      last.width += cell.width;
    } else runs.push({ ...cell });
  }
  return runs;
}

function isPlain({ text }) {
  return /^[ -~]+$/.test(text);
}

function looksOf({ color, background, bold, dim, italic, underline, struck }) {
  return JSON.stringify([color, background, bold, dim, italic, underline, struck]);
}

function drawBackground({ column, width, background }, top) {
  if (background === null) return '';
  return `<rect x="${column * CELL.width}" y="${top}" width="${width * CELL.width}" height="${CELL.height}" fill="${background}"/>`;
}

/** What few fonts have, drawn as most terminals draw it. */
const SHAPES = {
  '⎿': 'M2 0 V10 H9',
};

function drawText(run, top) {
  const shape = SHAPES[run.text];
  if (shape === undefined) return drawLetters(run, top);
  return `<path d="${shape}" transform="translate(${run.column * CELL.width} ${top})" stroke="${run.color}" stroke-width="1.4" fill="none"${run.dim ? ` opacity="${DIM}"` : ''}/>`;
}

function drawLetters({ text, column, color, bold, dim, italic, underline, struck }, top) {
  if (text.trim() === '' && !underline && !struck) return '';
  const lines = [underline && 'underline', struck && 'line-through'].filter(Boolean).join(' ');
  const looks = [
    `fill="${color}"`,
    bold && 'font-weight="bold"',
    italic && 'font-style="italic"',
    dim && `opacity="${DIM}"`,
    lines && `text-decoration="${lines}"`,
  ].filter(Boolean);
  return `<text x="${column * CELL.width}" y="${top + BASELINE}" xml:space="preserve" ${looks.join(' ')}>${escapeXml(text)}</text>`;
}

function drawCursor({ row, column }, palette) {
  return `<rect x="${column * CELL.width}" y="${row * CELL.height}" width="${CELL.width}" height="${CELL.height}" fill="${palette.text}" opacity="0.55"/>`;
}

function escapeXml(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
