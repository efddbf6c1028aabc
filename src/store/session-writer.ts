import { codeOf, messageOf, SimseError } from '../core/errors.ts';
import { isRecord } from '../core/json.ts';
import type { StampedEvent } from '../core/state/events.ts';
import type { SessionFiles } from './session-files.ts';
import type { SessionMeta } from './session-meta.ts';

export interface WriterListeners {
  /** Called once for each cause. */
  onFailure?: ((error: SimseError) => void) | undefined;
  /** All that was held has been written. */
  onRecovered?: (() => void) | undefined;
}

interface Waiting {
  events: StampedEvent[];
  meta: SessionMeta | null;
}

/** How long after a failure nothing is tried, unless a caller waits for it. */
const RETRY_MS = 2000;
/** So many events are held for when writing works again. */
const MAX_HELD = 20_000;
/** About so much is written at once. */
const BATCH_CHARS = 4 * 1024 * 1024;

/**
 * Writes one session's files in order and one at a time. What could not be written is held and tried again, with files that
 * are opened anew; why is reported once for each cause until it works again.
 */
export class SessionWriter {
  readonly #open: () => Promise<SessionFiles>;
  readonly #failures: FailureReports;
  readonly #onRecovered: () => void;
  readonly #waiting: Waiting = { events: [], meta: null };
  #files: SessionFiles | null = null;
  #working: Promise<void> | null = null;
  #failed: SimseError | null = null;
  #failedAt = 0;
  #dropped: { count: number; last: StampedEvent } | null = null;

  constructor(open: () => Promise<SessionFiles>, listeners: WriterListeners = {}) {
    this.#open = open;
    this.#failures = reportOnce(listeners.onFailure ?? (() => {}));
    this.#onRecovered = listeners.onRecovered ?? (() => {});
  }

  /** Why nothing is written just now. */
  get failed(): SimseError | null {
    return this.#failed;
  }

  appendEvent(event: StampedEvent): void {
    const isFull = this.#failed !== null && this.#waiting.events.length >= MAX_HELD;
    if (isFull) this.#dropped = { count: (this.#dropped?.count ?? 0) + 1, last: event };
    else this.#waiting.events.push(event);
    this.#start();
  }

  /** Of several that wait only the last is written, and after the events that came before it. */
  replaceMeta(meta: SessionMeta): void {
    this.#waiting.meta = meta;
    this.#start();
  }

  /** Resolves when nothing waits to be written, or it could not be written now. */
  async drain(): Promise<void> {
    if (this.#failed !== null) this.#working ??= this.#work();
    while (this.#working) await this.#working;
  }

  /** Writes what waits, then closes the files. Never rejects. */
  async close(): Promise<void> {
    await this.drain();
    await this.#closeFiles();
  }

  #start(): void {
    if (this.#failed === null || Date.now() - this.#failedAt >= RETRY_MS) this.#working ??= this.#work();
  }

  async #work(): Promise<void> {
    try {
      this.#files ??= await this.#open();
      while (this.#waiting.events.length > 0 || this.#waiting.meta !== null) {
        await writeWaiting(this.#files, this.#waiting, this.#failures.report);
        this.#recover();
      }
    } catch (error) {
      this.#failed = this.#failures.report(error, recordingError(error));
      this.#failedAt = Date.now();
      await this.#closeFiles();
    }
    this.#working = null;
  }

  #recover(): void {
    if (this.#failed === null) return;
    const { count = 0, last } = this.#dropped ?? {};
    if (last !== undefined) this.#waiting.events.push(inPlaceOf(last, `${count} events are not recorded.`));
    this.#failed = null;
    this.#dropped = null;
    this.#failures.forget();
    this.#onRecovered();
  }

  async #closeFiles(): Promise<void> {
    // What was written is in the files already: a failure to close them loses nothing.
    await this.#files?.close().catch(() => undefined);
    this.#files = null;
  }
}

interface FailureReports {
  /** Returns what was reported first of this cause. */
  report(cause: unknown, error: SimseError): SimseError;
  forget(): void;
}

function reportOnce(onFailure: (error: SimseError) => void): FailureReports {
  const reported = new Map<string, SimseError>();
  return {
    report(cause, error) {
      const key = codeOf(cause) || messageOf(cause);
      const first = reported.get(key) ?? error;
      if (!reported.has(key)) onFailure(error);
      reported.set(key, first);
      return first;
    },
    forget: () => reported.clear(),
  };
}

/** What was written waits no longer; the rest does, also when this throws. */
async function writeWaiting(
  files: SessionFiles,
  waiting: Waiting,
  report: FailureReports['report'],
): Promise<void> {
  while (waiting.events.length > 0) {
    let [lines, count] = ['', 0];
    for (const event of waiting.events) {
      lines += lineOf(event, report);
      count += 1;
      if (lines.length >= BATCH_CHARS) break;
    }
    await files.append(lines);
    waiting.events.splice(0, count);
  }
  const { meta } = waiting;
  if (meta !== null) await files.writeMeta(meta);
  if (waiting.meta === meta) waiting.meta = null;
}

function lineOf(event: StampedEvent, report: FailureReports['report']): string {
  try {
    return `${eventLine(event)}\n`;
  } catch (error) {
    report(error, eventError(event, error));
    const text = `It could not be recorded (${event.type}): ${messageOf(error)}`;
    return `${eventLine(inPlaceOf(event, text))}\n`;
  }
}

/** Says in the record that something is missing there. */
function inPlaceOf({ seq, at }: StampedEvent, text: string): StampedEvent {
  return { type: 'notice', level: 'warn', source: 'simse', text, seq, at };
}

function eventError({ type }: StampedEvent, cause: unknown): SimseError {
  return new SimseError(
    'store_failed',
    `A part of this session is not recorded (${type}): ${messageOf(cause)}.`,
    {
      hint: 'The rest is.',
      cause,
    },
  );
}

function recordingError(error: unknown): SimseError {
  return new SimseError('store_failed', `This session is no longer recorded: ${messageOf(error)}.`, {
    hint: 'Free some space, or choose a writable folder with --data-dir. simse tries again.',
    cause: error,
  });
}

/** Images and other data up to this length, in characters of base64, are recorded. */
const MAX_DATA_CHARS = 64 * 1024;

/** Looked for, not its contrary from end to end: a loop over megabytes can overflow the stack of a regular expression. */
const NOT_BASE64 = /[^\w+/=-]/;

/**
 * An event as one line of JSON, where long data of images, sounds and files is replaced by its size: a record is read whole
 * many times over, by lists, searches and exports, and none of them looks at pictures. The agent has got them.
 */
function eventLine(event: object): string {
  const line = JSON.stringify(event);
  return line.length <= MAX_DATA_CHARS ? line : JSON.stringify(event, leaveOut);
}

function leaveOut(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  const long = ['data', 'blob'].find((field) => isLongData(value[field]));
  return long === undefined ? value : { ...value, [long]: '', bytes: bytesOf(String(value[long])) };
}

function isLongData(value: unknown): boolean {
  return typeof value === 'string' && value.length > MAX_DATA_CHARS && !NOT_BASE64.test(value);
}

function bytesOf(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}
