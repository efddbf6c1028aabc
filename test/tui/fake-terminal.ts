import { PassThrough, Writable } from 'node:stream';
import xterm from '@xterm/headless';
import { expect } from 'vitest';
import type { TerminalLooks } from '../../src/core/ports/terminal.ts';
import type { ReplTerminal, TerminalInput } from '../../src/tui/terminal/terminal.ts';

/** Sixteen colours, and a background that is not known. */
const LOOKS: TerminalLooks = { colors: 4, background: null, links: false };

/** A terminal in memory, with an emulator that shows what a person would see. */
export class FakeTerminal extends Writable {
  readonly isTTY = true;
  columns: number;
  rows: number;
  isRaw = false;
  /** Every character that was written. */
  output = '';
  readonly stdin: TerminalInput;
  readonly #emulator: InstanceType<typeof xterm.Terminal>;

  constructor(columns = 80, rows = 24) {
    super({ decodeStrings: false });
    this.columns = columns;
    this.rows = rows;
    this.#emulator = new xterm.Terminal({
      cols: columns,
      rows,
      convertEol: true,
      scrollback: 10_000,
      allowProposedApi: true,
      windowOptions: { getWinSizeChars: true },
    });
    const setRawMode = (raw: boolean) => {
      this.isRaw = raw;
    };
    this.stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode });
    // The emulator answers what it is asked.
    this.#emulator.onData((reply) => this.stdin.push(reply));
  }

  override _write(chunk: string, _encoding: string, done: () => void): void {
    this.output += chunk;
    this.#emulator.write(chunk);
    done();
  }

  asReplTerminal(options: Partial<ReplTerminal> = {}): ReplTerminal {
    return { stdin: this.stdin, stdout: this, looks: LOOKS, plain: false, ...options };
  }

  /** Sends keys or text as one chunk. */
  type(text: string): void {
    this.stdin.push(text);
  }

  async resize(columns: number, rows: number): Promise<void> {
    await this.drawn();
    this.#emulator.resize(columns, rows);
    this.columns = columns;
    this.rows = rows;
    this.emit('resize');
  }

  /** Resolves when the emulator has taken in all that was written. */
  drawn(): Promise<void> {
    return new Promise((resolve) => this.#emulator.write('', resolve));
  }

  /** The visible rows, without blanks at their end and blank rows below. */
  screen(): string {
    return this.#text(this.#buffer.baseY);
  }

  /** Everything from the first row that scrolled away; what the terminal itself wrapped is one line. */
  transcript(): string {
    return this.#text(0);
  }

  /** How many rows have scrolled away. */
  get scrolled(): number {
    return this.#buffer.baseY;
  }

  get cursor(): { row: number; column: number } {
    return { row: this.#buffer.cursorY, column: this.#buffer.cursorX };
  }

  /** Waits until the screen has this text. */
  async waitFor(text: string | RegExp): Promise<void> {
    await expect.poll(() => this.screen(), { interval: 5 }).toMatch(text);
  }

  get #buffer() {
    return this.#emulator.buffer.active;
  }

  #text(from: number): string {
    let text = '';
    for (let row = from; row < this.#buffer.length; row += 1) {
      const line = this.#buffer.getLine(row);
      text += `${row === from || line?.isWrapped === true ? '' : '\n'}${line?.translateToString(true) ?? ''}`;
    }
    return text.trimEnd();
  }
}
