/** By field, how often which entries have a term. Fields and entries are numbers of the search library. */
type Postings = Map<number, Map<number, number>>;

/** By field: `entry times entry times …`. */
export type PackedPostings = Record<string, string>;

/**
 * A term's postings that are unpacked when somebody first looks at them: there are tens of thousands of terms, of which a search
 * looks at a few, and to make maps of all would take most of the time until the first answer.
 */
export class LazyPostings extends Map<number, Map<number, number>> {
  #packed: PackedPostings | null;

  constructor(packed: PackedPostings) {
    super();
    this.#packed = packed;
  }

  /** What they were packed as; null when they have been looked at and may be others by now. */
  get packed(): PackedPostings | null {
    return this.#packed;
  }

  override get size(): number {
    this.#unpack();
    return super.size;
  }

  override get(field: number): Map<number, number> | undefined {
    this.#unpack();
    return super.get(field);
  }

  override has(field: number): boolean {
    this.#unpack();
    return super.has(field);
  }

  override set(field: number, entries: Map<number, number>): this {
    this.#unpack();
    return super.set(field, entries);
  }

  override delete(field: number): boolean {
    this.#unpack();
    return super.delete(field);
  }

  override entries(): MapIterator<[number, Map<number, number>]> {
    this.#unpack();
    return super.entries();
  }

  override [Symbol.iterator](): MapIterator<[number, Map<number, number>]> {
    return this.entries();
  }

  #unpack(): void {
    const packed = this.#packed;
    if (packed === null) return;
    this.#packed = null;
    for (const [field, text] of Object.entries(packed)) super.set(Number(field), unpackField(text));
  }
}

export function packPostings(postings: Postings): PackedPostings {
  if (postings instanceof LazyPostings && postings.packed !== null) return postings.packed;
  return Object.fromEntries(
    Array.from(postings, ([field, entries]) => [field, Array.from(entries).flat().join(' ')]),
  );
}

function unpackField(text: string): Map<number, number> {
  const numbers = text === '' ? [] : text.split(' ');
  const entries = new Map<number, number>();
  for (let at = 0; at < numbers.length; at += 2) entries.set(Number(numbers[at]), Number(numbers[at + 1]));
  return entries;
}
