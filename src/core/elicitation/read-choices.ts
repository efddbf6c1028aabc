import { recordOf } from '../json.ts';

const MAX_CHOICES = 500;

export interface Choice {
  /** As the form knows it. */
  value: string;
  label: string;
  /** As the schema has it, which may be a number. */
  wire: string | number | boolean;
}

/**
 * The choices of a property: `enum`, with `enumNames` beside it, or `oneOf`/`anyOf` of `const` and `title`; of a list
 * those of its `items`. Empty when there is nothing to choose from.
 */
export function readChoices(schema: Readonly<Record<string, unknown>>): Choice[] {
  const of = schema['type'] === 'array' ? recordOf(schema['items']) : schema;
  const named = [of['oneOf'], of['anyOf']].find((list) => Array.isArray(list)) as unknown[] | undefined;
  const titled = (named ?? []).map(recordOf).map((option) => toChoice(option['const'], option['title']));
  const names = Array.isArray(of['enumNames']) ? of['enumNames'] : [];
  const plain = Array.isArray(of['enum'])
    ? of['enum'].map((value, index) => toChoice(value, names[index]))
    : [];
  const found = [...titled, ...plain].filter((choice) => choice !== null);
  return [...new Map(found.map((choice) => [choice.value, choice])).values()].slice(0, MAX_CHOICES);
}

function toChoice(wire: unknown, title: unknown): Choice | null {
  if (typeof wire !== 'string' && typeof wire !== 'number' && typeof wire !== 'boolean') return null;
  const value = String(wire);
  return { value, label: typeof title === 'string' && title !== '' ? title : value, wire };
}
