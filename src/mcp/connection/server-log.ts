import { textOf } from '../../core/json.ts';
import { LOG_LEVELS, type LogLevel } from '../../core/ports/mcp-host.ts';
import type { RpcParams } from '../../core/rpc/rpc-message.ts';
import { cleanLine } from '../../core/text/clean-text.ts';

export const DEFAULT_LOG_LEVEL: LogLevel = 'info';
const KEPT_LINES = 200;
const MAX_LINE_CHARS = 2000;
/** What comes faster is counted and not kept. */
const LINES_A_SECOND = 200;
/** How long noise is counted before it is told. */
const NOISE_WAIT_MS = 1000;

interface ServerLogOptions {
  /** Messages below it are dropped, since many servers do not listen to what they were asked for. */
  level: LogLevel;
  /** Takes each line for the debug log. */
  onLine(line: string): void;
  onNotice(text: string): void;
  /** Takes out what must not be told. */
  hide(text: string): string;
}

/** What a server logs, writes to stderr or sends that is no message: each cleaned, on one line, and the last ones kept. */
export class ServerLog {
  readonly #options: ServerLogOptions;
  readonly #kept: string[] = [];
  #second = 0;
  #inSecond = 0;
  #noiseLines = 0;
  #noiseTimer: NodeJS.Timeout | undefined;

  constructor(options: ServerLogOptions) {
    this.#options = options;
  }

  /** Oldest first. */
  recent(): string[] {
    return [...this.#kept];
  }

  readonly line = (text: string): void => {
    if (!this.#hasRoom()) return;
    this.#keep(this.#shown(text));
  };

  /** Something on the wire that is no message: told to the user once, with how often it came by then. */
  readonly noise = (text: string): void => {
    this.#noiseLines += 1;
    this.line(text);
    if (this.#noiseLines > 1) return;
    this.#noiseTimer = setTimeout(() => {
      const count = this.#noiseLines === 1 ? 'a line' : `${this.#noiseLines} lines`;
      const first = this.#shown(text);
      this.#options.onNotice(`sent ${count} that cannot be read; the first: ${first}`);
    }, NOISE_WAIT_MS).unref();
  };

  readonly stderr = (text: string): void => this.line(`stderr: ${text}`);

  /** The params of a log notification. */
  readonly message = ({ level, logger, data }: RpcParams): void => {
    const named = LOG_LEVELS.find((known) => known === level) ?? 'info';
    if (LOG_LEVELS.indexOf(named) < LOG_LEVELS.indexOf(this.#options.level)) return;
    const source = textOf(logger);
    const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
    this.line(`${named}${source === undefined ? '' : ` ${source}`}: ${text}`);
  };

  stop(): void {
    clearTimeout(this.#noiseTimer);
  }

  /** Cleaned first: what is not drawn must not part a secret. Cut last: nor must a cut. */
  #shown(text: string): string {
    return this.#options.hide(cleanLine(text)).slice(0, MAX_LINE_CHARS);
  }

  #keep(line: string): void {
    this.#kept.push(line);
    if (this.#kept.length > KEPT_LINES) this.#kept.shift();
    this.#options.onLine(line);
  }

  /** Says what was left out in the second before, once the next one has begun. */
  #hasRoom(): boolean {
    const second = Math.floor(Date.now() / 1000);
    if (second !== this.#second) {
      const left = this.#inSecond - LINES_A_SECOND;
      this.#second = second;
      this.#inSecond = 0;
      if (left > 0) this.#keep(`${left} lines left out`);
    }
    this.#inSecond += 1;
    return this.#inSecond <= LINES_A_SECOND;
  }
}
