import { InvalidArgumentError } from 'commander';

/** A whole number above 0, as the value of an option. Throws commander's error for anything else. */
export function parseCount(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('Expected a whole number above 0.');
}
