import type { SessionState } from '../../core/state/session-state.ts';
import { asciiText } from '../draw/ascii-text.ts';
import { type Line, printableRows } from '../draw/line.ts';
import { type Row, rowText } from '../draw/span.ts';
import { GLYPHS, type Style } from '../draw/theme.ts';
import { DEFAULT_KEYMAP } from '../keys/create-keymap.ts';
import type { ReplOptions } from '../repl/repl-options.ts';
import { sizeOf } from '../terminal/terminal.ts';
import type { Block } from '../transcript/block.ts';
import { blockLines } from '../transcript/block-lines.ts';
import { Scrollback } from '../transcript/scrollback.ts';

/** What is said where a glyph stands by itself. */
const WORDS: Readonly<Record<string, string>> = {
  [GLYPHS.prompt]: 'you:',
  [GLYPHS.agent]: 'agent:',
  [GLYPHS.tool]: 'tool:',
  [GLYPHS.thought]: 'thought:',
  [GLYPHS.done]: 'done:',
  [GLYPHS.active]: 'in progress:',
  [GLYPHS.open]: 'open:',
  [GLYPHS.failed]: 'failed:',
  [GLYPHS.warning]: 'warning:',
  [GLYPHS.info]: 'note:',
  [GLYPHS.quote]: 'quote:',
  [GLYPHS.on]: 'yes:',
  [GLYPHS.off]: 'no:',
};

/** What the sign before a line of a diff says, which a voice passes over. */
const SIGNS: Readonly<Partial<Record<Style, string>>> = { added: 'added: ', removed: 'removed: ' };

/** Lines, corners and blocks that are only there to be looked at. */
const DRAWING = /[\u2500-\u259f]+/g;

const SIGNED = /^[+-] $/;

/** A row as it is read aloud: words for glyphs, nothing drawn. Null when nothing is left of it. */
export function spokenRow(row: Row): string | null {
  let text = '';
  for (const { text: part, styles } of row) {
    const sign = SIGNED.test(part) ? styles.map((style) => SIGNS[style]).find(Boolean) : undefined;
    if (sign !== undefined) {
      text += sign;
      continue;
    }
    // Further on in a row the same character parts one thing from the next.
    const word = text.trim() === '' ? WORDS[part.trim()] : undefined;
    text += word === undefined ? part : part.replace(part.trim(), word);
  }
  const read = text
    .replaceAll(/ *│ */g, ', ')
    .replaceAll(' · ', ', ')
    .replaceAll(DRAWING, ' ')
    .replace(/^(\s*), /, '$1')
    .trimEnd();
  return read === '' && text.trim() !== '' ? null : read;
}

const PROMPT = '> ';

/** Writes the transcript as lines of text, and keeps what it writes apart from the prompt that waits for the user. */
export class LinePrinter {
  readonly #options: ReplOptions;
  readonly #scrollback: Scrollback;
  /** The cursor stands behind the prompt. */
  #isInviting = false;
  /** What the user has just typed; the terminal has shown it already. */
  #typed: string | null = null;

  constructor(options: ReplOptions) {
    const { version, banner, home = '' } = options;
    this.#options = options;
    this.#scrollback = new Scrollback({ version, banner, home });
  }

  /** Prints all that is finished by now and has not been printed. */
  printFinished(state: SessionState): void {
    if (state.entries.length > 0) this.#scrollback.begin(state);
    this.#scrollback.advance(state);
    this.#writeNew();
  }

  /** Prints lines that the user has to see now, and the prompt behind them. */
  print(lines: readonly Line[]): void {
    const state = this.#options.session.getState();
    this.#scrollback.print(this.#isEcho(lines[0]) ? lines.slice(1) : lines, state);
    this.#writeNew();
    this.invite();
  }

  /** Prints the last of the entries that were left out when the session was taken up again. */
  printEarlier(state: SessionState, most: number): void {
    this.#scrollback.printEarlier(state, most);
    while (this.#scrollback.step()) this.#writeNew();
    this.#writeNew();
    this.invite();
  }

  /** Shows that it is the user's turn, if that is not shown already. */
  invite(): void {
    if (!this.#isInviting) this.#write(PROMPT);
    this.#isInviting = true;
  }

  /** Says how things stand, on a line of its own. */
  say(text: string): void {
    const begin = this.#isInviting ? '\n' : '';
    this.#isInviting = false;
    this.#write(`${begin}${text}\n`);
  }

  noteTyped(typed: string): void {
    this.#isInviting = false;
    this.#typed = typed;
  }

  #writeNew(): void {
    for (const { gap, block } of this.#scrollback.take()) this.#writeBlock(gap, block);
  }

  #writeBlock(gap: boolean, block: Block): void {
    if (block.kind === 'prompt' && block.text === this.#typed) {
      this.#typed = null;
      return;
    }
    const { columns } = sizeOf(this.#options.terminal.stdout);
    // Nothing can be unfolded later, so all of it is shown.
    const lines = printableRows(
      blockLines(block, columns, { now: 0, whole: true, keymap: DEFAULT_KEYMAP }),
      columns - 1,
    );
    const rows = lines.flatMap((row) => this.#textOf(row) ?? []);
    if (rows.length === 0) return;
    const begin = this.#isInviting || gap ? '\n' : '';
    this.#isInviting = false;
    this.#write(`${begin}${rows.join('\n')}\n`);
  }

  /** A command that was typed just now stands on the screen already. */
  #isEcho(first: Line | undefined): boolean {
    const isEcho = first !== undefined && rowText(first.spans) === `${GLYPHS.prompt} ${this.#typed}`;
    if (isEcho) this.#typed = null;
    return isEcho;
  }

  #textOf(row: Row): string | null {
    return this.#options.ui.screenReader ? spokenRow(row) : rowText(row);
  }

  #write(text: string): void {
    const { stdout, looks } = this.#options.terminal;
    if (stdout.writable) stdout.write(looks.ascii === true ? asciiText(text) : text);
  }
}
