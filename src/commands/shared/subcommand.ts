import { type Command, InvalidArgumentError, Option } from 'commander';
import type { AppContext } from '../../session/app-context.ts';

/**
 * Makes the action of a subcommand: `use` gets what every command is started with, and then what commander gives to an
 * action, that is the arguments, the options and the command itself. Its number is the exit code.
 */
export type Run = <Given extends unknown[]>(
  use: (app: AppContext, ...given: Given) => Promise<number>,
) => (this: Command, ...given: unknown[]) => Promise<void>;

/** A whole number above 0, as the value of an option. Throws commander's error for anything else. */
export function parseCount(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('Expected a whole number above 0.');
}

/** An option that may be given more than once; its value is the list of what was given, undefined where it was not. */
export function repeatableOption(flags: string, description: string, parse = (text: string) => text): Option {
  return new Option(flags, `${description}; repeatable`).argParser((text: string, before?: string[]) => [
    ...(before ?? []),
    parse(text),
  ]);
}

/** Whose file a command writes: the user's or the one of this directory. */
export type Scope = 'user' | 'project';

/** The option that says it. */
export function scopeOption(description: string): Option {
  return new Option('--scope <scope>', description).choices(['user', 'project']);
}
