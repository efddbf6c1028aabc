/** Something to choose, by the value that stands for it or the name that people see. */
export interface Choice {
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
