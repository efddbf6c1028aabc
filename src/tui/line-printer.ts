import type { SessionState } from '../core/session-state.ts';
import { type Line, printableRows } from './draw/line.ts';
import { rowText } from './draw/span.ts';
import type { ReplOptions } from './repl-options.ts';
import { sizeOf } from './screen/terminal.ts';
import type { Block } from './transcript/block.ts';
import { blockLines } from './transcript/block-lines.ts';
import { headerLines, isHeaderKnown } from './transcript/header-lines.ts';
import { toolLines } from './transcript/tool-lines.ts';
import { advanceTranscript, beginTranscript, EMPTY_TRANSCRIPT, printLines } from './transcript/transcript.ts';

const PROMPT = '> ';

/** Writes the transcript as lines of text, and keeps what it writes apart from the prompt that waits for the user. */
export class LinePrinter {
  readonly #options: ReplOptions;
  #transcript = EMPTY_TRANSCRIPT;
  /** How many of its items have been written. */
  #written = 0;
  #hasHeader = false;
  /** The cursor stands behind the prompt. */
  #isInviting = false;
  /** What the user has just typed; the terminal has shown it already. */
  #typed: string | null = null;

  constructor(options: ReplOptions) {
    this.#options = options;
  }

  /** Prints all that is finished by now and has not been printed. */
  printFinished(state: SessionState): void {
    if (!this.#hasHeader && isHeaderKnown(state)) {
      const { version, banner, home = '' } = this.#options;
      this.#hasHeader = true;
      const header = headerLines(state, version, banner, home);
      this.#transcript = beginTranscript(this.#transcript, state.entries, header);
    }
    this.#transcript = advanceTranscript(this.#transcript, state);
    this.#writeNew();
  }

  /** Prints lines that the user has to see now, and the prompt behind them. */
  print(lines: readonly Line[]): void {
    this.#transcript = printLines(this.#transcript, lines);
    this.#writeNew();
    this.invite();
  }

  /** Shows that it is the user's turn, if that is not shown already. */
  invite(): void {
    if (!this.#isInviting) this.#write(PROMPT);
    this.#isInviting = true;
  }

  noteTyped(typed: string): void {
    this.#isInviting = false;
    this.#typed = typed;
  }

  #writeNew(): void {
    for (const { gap, block } of this.#transcript.printed.slice(this.#written)) this.#writeBlock(gap, block);
    this.#written = this.#transcript.printed.length;
  }

  #writeBlock(gap: boolean, block: Block): void {
    if (block.kind === 'prompt' && block.text === this.#typed) {
      this.#typed = null;
      return;
    }
    const { columns } = sizeOf(this.#options.terminal.stdout);
    const rows = printableRows(linesOf(block, columns), columns - 1).map(rowText);
    if (rows.length === 0) return;
    const begin = this.#isInviting || gap ? '\n' : '';
    this.#isInviting = false;
    this.#write(`${begin}${rows.join('\n')}\n`);
  }

  #write(text: string): void {
    const { stdout } = this.#options.terminal;
    if (stdout.writable) stdout.write(text);
  }
}

/** Nothing can be unfolded later, so tools show all they gave. */
function linesOf(block: Block, columns: number): readonly Line[] {
  return block.kind === 'tool'
    ? toolLines(block.call, block.terminals, { now: 0, whole: true })
    : blockLines(block, columns, 0);
}
