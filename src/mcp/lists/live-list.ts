import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '../../core/errors.ts';
import { coalesce } from '../../core/throttle.ts';
import type { McpConnection } from '../connection/mcp-connection.ts';
import type { Fetched } from './fetch-list.ts';

/** How long a burst of list_changed notifications is gathered before a list is read again. */
const RELIST_DELAY_MS = 100;
const MAX_PROBLEMS_SHOWN = 5;

interface LiveListOptions<T> {
  /** What is in it, in the plural. */
  noun: string;
  fetch(connection: McpConnection, signal?: AbortSignal): Promise<Fetched<T>>;
  /** The items came, went or changed. */
  onChange(): void;
  onProblem(text: string): void;
}

/** One of the lists that a server offers, kept as the server has it now. */
export class LiveList<T> {
  readonly #options: LiveListOptions<T>;
  readonly #relist = coalesce(() => this.#readAgain(), RELIST_DELAY_MS);
  #items: readonly T[] = [];
  /** One more with every reading. What an older one brings comes too late to matter. */
  #generation = 0;
  #reading: Promise<void> = Promise.resolve();
  #connection: McpConnection | null = null;
  #told = '';

  constructor(options: LiveListOptions<T>) {
    this.#options = options;
  }

  /** Empty unless it was read from a connection that is still there. */
  get items(): readonly T[] {
    return this.#items;
  }

  /** Reads the list of a new connection. Rejects as the server does; then there is nothing in it. */
  async read(connection: McpConnection, signal?: AbortSignal): Promise<void> {
    this.#connection = connection;
    const reading = this.#load(connection, signal);
    // Whoever reads again only waits for it.
    this.#reading = reading.catch(() => {});
    try {
      await reading;
    } catch (error) {
      if (this.#connection === connection) this.#adopt([]);
      throw error;
    }
  }

  /** The server says that it has changed. */
  refresh(): void {
    this.#relist.trigger();
  }

  /** Exchanges items for others that stand for the same. */
  update(change: (items: readonly T[]) => readonly T[]): void {
    this.#adopt(change(this.#items));
  }

  /** The connection is gone, and another one follows at once, on which most likely nothing has changed. */
  detach(): void {
    this.#generation += 1;
    this.#connection = null;
  }

  /** The connection is gone, and with it what it offered. */
  clear(): void {
    this.detach();
    this.#adopt([]);
  }

  /** It is not read any more. */
  stop(): void {
    this.#relist.stop();
  }

  async #load(connection: McpConnection, signal?: AbortSignal): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    const { items, problems } = await this.#options.fetch(connection, signal);
    if (generation !== this.#generation) return;
    this.#adopt(items);
    this.#tell(problems);
  }

  async #readAgain(): Promise<void> {
    await this.#reading;
    const connection = this.#connection;
    if (connection === null) return;
    this.#reading = this.#load(connection).catch((error: unknown) => {
      if (connection !== this.#connection) return;
      this.#options.onProblem(`its ${this.#options.noun} could not be read again: it ${messageOf(error)}`);
    });
    await this.#reading;
  }

  /** A list that is the same is no news. */
  #adopt(items: readonly T[]): void {
    if (isDeepStrictEqual(items, this.#items)) return;
    this.#items = items;
    this.#options.onChange();
  }

  /** Problems are told when they are new, not with every reading. */
  #tell(problems: readonly string[]): void {
    const more = problems.length - MAX_PROBLEMS_SHOWN;
    const told = problems.slice(0, MAX_PROBLEMS_SHOWN).join('; ') + (more > 0 ? `; and ${more} more` : '');
    if (told !== '' && told !== this.#told) this.#options.onProblem(told);
    this.#told = told;
  }
}
