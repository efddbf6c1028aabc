import { Option } from 'commander';

/** An option that may be given more than once; its value is the list of what was given, undefined where it was not. */
export function repeatableOption(flags: string, description: string, parse = (text: string) => text): Option {
  return new Option(flags, `${description}; repeatable`).argParser((text: string, before?: string[]) => [
    ...(before ?? []),
    parse(text),
  ]);
}
