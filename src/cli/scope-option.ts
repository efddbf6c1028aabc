import { Option } from 'commander';

/** Whose file a command writes: the user's or the one of this directory. */
export type Scope = 'user' | 'project';

/** The option that says it. */
export function scopeOption(description: string): Option {
  return new Option('--scope <scope>', description).choices(['user', 'project']);
}
