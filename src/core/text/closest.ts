/** The candidate that was probably meant by a mistyped word, or null when none is near. Case does not count. */
export function closest(word: string, candidates: Iterable<string>): string | null {
  const typed = word.toLowerCase();
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(typed, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** How many insertions, deletions, replacements and swaps of neighbours turn one word into the other. */
function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          at(previous, column) + 1,
          at(current, column - 1) + 1,
          at(previous, column - 1) + (same ? 0 : 1),
          swapped ? at(beforePrevious, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforePrevious, previous] = [previous, current];
  }
  return at(previous, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

/** Something to choose, by the value that stands for it or the name that people see. */
interface Choice {
  value: string;
  name: string;
}

/**
 * The choice that a word means: its value or name, else the one whose value ends in it behind a slash, else the only one
 * that contains it. Undefined when there is none, or several.
 */
export function findChoice<T extends Choice>(choices: readonly T[], word: string): T | undefined {
  const lower = word.toLowerCase();
  const only = (fits: (choice: T) => boolean): T | undefined => {
    const found = choices.filter(fits);
    return found.length === 1 ? found[0] : undefined;
  };
  return (
    choices.find(({ value }) => value === word) ??
    choices.find(({ value, name }) => value.toLowerCase() === lower || name.toLowerCase() === lower) ??
    only(({ value }) => value.toLowerCase().endsWith(`/${lower}`)) ??
    (lower === '' ? undefined : only(({ value, name }) => `${value}\n${name}`.toLowerCase().includes(lower)))
  );
}

const SHOWN = 8;

/** What may have been meant by a word that chooses nothing: first what contains it, then the others, as far as there is room. */
export function nearChoices(choices: readonly Choice[], word: string): { shown: string[]; hidden: number } {
  const lower = word.toLowerCase();
  const parts = lower.split(/[^a-z\d]+/).filter((part) => part.length > 2);
  const score = ({ value, name }: Choice): number => {
    const text = `${value}\n${name}`.toLowerCase();
    return text.includes(lower) ? parts.length + 1 : parts.filter((part) => text.includes(part)).length;
  };
  const values = [...choices].sort((one, other) => score(other) - score(one)).map(({ value }) => value);
  return { shown: values.slice(0, SHOWN), hidden: Math.max(0, values.length - SHOWN) };
}
