import { colored, type Row, type Span, span } from '../draw/span.ts';
import { GLYPHS, type Style } from '../draw/theme.ts';
import { NO_COLORS, selectColors, type TextColors, toSgr } from './text-colors.ts';

export interface TerminalRowsOptions {
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
