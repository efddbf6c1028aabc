/** What a list knows its items by. */
interface Reading<T> {
  /** What an item is looked for by; several items may share a key. */
  keysOf(item: T): readonly string[];
  /** Whether the item may still change. */
  isOpen(item: T): boolean;
}

/** Where things are in the newest version of a list. Older versions, which nobody changes any more, are searched instead. */
interface Index<T> {
  newest: KeyedList<T> | null;
  readonly lastOf: Map<string, number>;
  readonly open: Set<number>;
}

const CHUNK = 256;

/**
 * An immutable list of which a version with an item more, or another item, is made at the same cost however long it is, and
 * which finds the last item of a key without looking at the others.
 */
export class KeyedList<T> implements Iterable<T> {
  readonly length: number;
  readonly #chunks: readonly (readonly T[])[];
  readonly #reading: Reading<T>;
  readonly #index: Index<T>;

  private constructor(
    length: number,
    chunks: readonly (readonly T[])[],
    reading: Reading<T>,
    index: Index<T>,
  ) {
    this.length = length;
    this.#chunks = chunks;
    this.#reading = reading;
    this.#index = index;
    index.newest = this;
  }

  static of<T>(reading: Reading<T>, items: Iterable<T> = []): KeyedList<T> {
    let list = new KeyedList<T>(0, [], reading, newIndex());
    for (const item of items) list = list.append(item);
    return list;
  }

  append(item: T): KeyedList<T> {
    const index = this.#ownIndex();
    note(index, this.#reading, item, this.length);
    const last = this.length % CHUNK === 0 ? undefined : this.#chunks.at(-1);
    const chunks =
      last === undefined ? [...this.#chunks, [item]] : this.#chunks.with(-1, last.concat([item]));
    return new KeyedList(this.length + 1, chunks, this.#reading, index);
  }

  /** With this item in the place of another. */
  with(position: number, item: T): KeyedList<T> {
    const place = position < 0 ? this.length + position : position;
    const chunk = this.#chunks[Math.floor(place / CHUNK)];
    if (chunk === undefined || place >= this.length) throw new RangeError(`there is no item ${position}`);
    const index = this.#ownIndex();
    note(index, this.#reading, item, place);
    const chunks = this.#chunks.with(Math.floor(place / CHUNK), chunk.with(place % CHUNK, item));
    return new KeyedList(this.length, chunks, this.#reading, index);
  }

  at(position: number): T | undefined {
    const place = position < 0 ? this.length + position : position;
    return this.#chunks[Math.floor(place / CHUNK)]?.[place % CHUNK];
  }

  /** Where the last item of this key is; -1 where there is none. */
  lastIndexOf(key: string): number {
    if (this.#index.newest !== this) return this.findLastIndex((item) => this.#has(item, key));
    return this.#index.lastOf.get(key) ?? -1;
  }

  last(key: string): T | undefined {
    const place = this.lastIndexOf(key);
    return place < 0 ? undefined : this.at(place);
  }

  /** Where the items are that may still change, first to last. */
  openIndexes(): number[] {
    if (this.#index.newest === this) return [...this.#index.open].toSorted((a, b) => a - b);
    return this.flatMap((item, position) => (this.#reading.isOpen(item) ? [position] : []));
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const chunk of this.#chunks) yield* chunk;
  }

  slice(from: number, to: number = this.length): T[] {
    const [first, end] = [from, to].map((place) => Math.max(0, place < 0 ? this.length + place : place));
    const start = Math.floor((first ?? 0) / CHUNK);
    const within = this.#chunks.slice(start, Math.ceil((end ?? 0) / CHUNK)).flat();
    return within.slice((first ?? 0) - start * CHUNK, Math.max(0, (end ?? 0) - start * CHUNK));
  }

  map<U>(change: (item: T, position: number) => U): U[] {
    return Array.from(this, change);
  }

  flatMap<U>(change: (item: T, position: number) => U | readonly U[]): U[] {
    return this.#chunks.flatMap((chunk, at) =>
      chunk.flatMap((item, place) => change(item, at * CHUNK + place)),
    );
  }

  filter(isWanted: (item: T) => boolean): T[] {
    return this.#chunks.flatMap((chunk) => chunk.filter((item) => isWanted(item)));
  }

  find(isIt: (item: T) => boolean): T | undefined {
    for (const item of this) if (isIt(item)) return item;
    return undefined;
  }

  some(isIt: (item: T) => boolean): boolean {
    return this.#chunks.some((chunk) => chunk.some((item) => isIt(item)));
  }

  findLast<U extends T>(isIt: (item: T) => item is U): U | undefined;
  findLast(isIt: (item: T) => boolean): T | undefined;
  findLast(isIt: (item: T) => boolean): T | undefined {
    const place = this.findLastIndex(isIt);
    return place < 0 ? undefined : this.at(place);
  }

  findLastIndex(isIt: (item: T) => boolean): number {
    for (let at = this.#chunks.length - 1; at >= 0; at -= 1) {
      const place = this.#chunks[at]?.findLastIndex((item) => isIt(item)) ?? -1;
      if (place >= 0) return at * CHUNK + place;
    }
    return -1;
  }

  #has(item: T, key: string): boolean {
    return this.#reading.keysOf(item).includes(key);
  }

  /** The index goes on with the version that is made of the newest; one of an older version gets its own. */
  #ownIndex(): Index<T> {
    if (this.#index.newest === this && this.length > 0) return this.#index;
    const index = newIndex<T>();
    let place = 0;
    for (const item of this) {
      note(index, this.#reading, item, place);
      place += 1;
    }
    return index;
  }
}

function newIndex<T>(): Index<T> {
  return { newest: null, lastOf: new Map(), open: new Set() };
}

/** Nothing takes a key off an item that has it. */
function note<T>({ lastOf, open }: Index<T>, reading: Reading<T>, item: T, place: number): void {
  for (const key of reading.keysOf(item)) if ((lastOf.get(key) ?? -1) < place) lastOf.set(key, place);
  if (reading.isOpen(item)) open.add(place);
  else open.delete(place);
}
