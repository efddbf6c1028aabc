import { messageOf } from '../../core/errors.ts';
import type { Session } from '../../core/ports/session.ts';
import type { RuleInEffect } from '../../core/ports/session-permissions.ts';

/** Something that a panel shows and that has to be fetched first. */
export interface Source<T> {
  /** Tells it from every other. */
  key: string;
  /** Rejects with a SimseError. */
  load(session: Session, signal: AbortSignal): Promise<T>;
  /** Until one is fetched, the last of the same family stands in for it: for what changes with every key. */
  family?: string;
  /** How long it has to be wanted before it is fetched, in ms. */
  calmMs?: number;
  /** Calls back when it may be another by now. Returns the unsubscriber. */
  watch?(session: Session, changed: () => void): () => void;
}

/** How far a source is. What is fetched anew stays ready meanwhile. */
export type Loaded<T> =
  | { state: 'loading'; before: T | null }
  | { state: 'ready'; value: T }
  | { state: 'failed'; message: string };

/** What has been fetched for the open panel. */
export interface Loads {
  of<T>(source: Source<T>): Loaded<T>;
}

export const NOTHING_LOADED: Loads = { of: () => ({ state: 'loading', before: null }) };

/** The value, or the one that stands in for it; null where there is neither. */
export function valueOf<T>(loaded: Loaded<T>): T | null {
  if (loaded.state === 'failed') return null;
  return loaded.state === 'ready' ? loaded.value : loaded.before;
}

/** What stands in place of a list that is not there: that it is on its way, why it did not come, or that it is empty. */
export function emptyText(loaded: Loaded<unknown>, empty: string): string {
  if (loaded.state === 'failed') return loaded.message;
  return loaded.state === 'loading' && loaded.before === null ? 'Loading…' : empty;
}

/** The permission rules of the session. */
export const RULES: Source<readonly RuleInEffect[]> = {
  key: 'permission rules',
  load: ({ permissions }) => Promise.resolve(permissions.rules()),
  watch: ({ permissions }, changed) => permissions.onChange(changed),
};

/** Values that are kept for one panel; past them the oldest are forgotten. */
const MAX_KEPT = 200;

interface Wanted {
  source: Source<unknown>;
  asking: AbortController;
  timer: NodeJS.Timeout | undefined;
  stopWatching: () => void;
}

/** Fetches what an open panel needs, and keeps it for drawing until the panel is closed. */
export class PanelFeed implements Loads {
  readonly #session: Session;
  readonly #changed: () => void;
  readonly #wanted = new Map<string, Wanted>();
  readonly #families = new Map<string, unknown>();
  #kept = new Map<string, Loaded<unknown>>();

  /** `changed` is called when something has come. */
  constructor(session: Session, changed: () => void) {
    this.#session = session;
    this.#changed = changed;
  }

  /** What was kept under a source's key came from that source. */
  of<T>({ key, family }: Source<T>): Loaded<T> {
    const before = family === undefined ? null : (this.#families.get(family) ?? null);
    return (this.#kept.get(key) ?? { state: 'loading', before }) as Loaded<T>;
  }

  /** Has these fetched that are not there yet, and gives up on others. */
  want(sources: readonly Source<unknown>[]): void {
    const keys = new Set(sources.map(({ key }) => key));
    for (const [key, wanted] of this.#wanted) if (!keys.has(key)) this.#drop(key, wanted);
    for (const source of sources) if (!this.#wanted.has(source.key)) this.#begin(source);
    if (sources.length > 0) return;
    this.#kept.clear();
    this.#families.clear();
  }

  /** Fetches what is wanted anew, since something was done, and forgets what is not. */
  refresh(): void {
    for (const key of this.#kept.keys()) if (!this.#wanted.has(key)) this.#kept.delete(key);
    for (const wanted of this.#wanted.values()) this.#fetch(wanted, 0);
  }

  close(): void {
    this.want([]);
  }

  #begin(source: Source<unknown>): void {
    const asking = new AbortController();
    const wanted: Wanted = { source, asking, timer: undefined, stopWatching: () => {} };
    this.#wanted.set(source.key, wanted);
    wanted.stopWatching = source.watch?.(this.#session, () => this.refresh()) ?? (() => {});
    if (!this.#kept.has(source.key)) this.#fetch(wanted, source.calmMs ?? 0);
  }

  #fetch(wanted: Wanted, afterMs: number): void {
    wanted.asking.abort();
    clearTimeout(wanted.timer);
    wanted.asking = new AbortController();
    const { signal } = wanted.asking;
    wanted.timer = setTimeout(() => void this.#load(wanted.source, signal), afterMs);
  }

  async #load(source: Source<unknown>, signal: AbortSignal): Promise<void> {
    const loaded = await this.#ask(source, signal);
    if (signal.aborted) return;
    this.#kept.delete(source.key);
    this.#kept = new Map([...this.#kept, [source.key, loaded] as const].slice(-MAX_KEPT));
    if (source.family !== undefined && loaded.state === 'ready')
      this.#families.set(source.family, loaded.value);
    this.#changed();
  }

  async #ask(source: Source<unknown>, signal: AbortSignal): Promise<Loaded<unknown>> {
    try {
      return { state: 'ready', value: await source.load(this.#session, signal) };
    } catch (thrown) {
      return { state: 'failed', message: messageOf(thrown) };
    }
  }

  #drop(key: string, { asking, timer, stopWatching }: Wanted): void {
    asking.abort();
    clearTimeout(timer);
    stopWatching();
    this.#wanted.delete(key);
  }
}
