import { toolAlias } from '../../core/text/tool-names.ts';

/** What an agent means by an alias: a tool, or a prompt. */
export interface Aliases {
  /** The alias of `server/name`; the same for as long as the book exists. */
  aliasOf(name: string): string;
  /** The name that has, or once had, this alias. */
  nameOf(alias: string): string | undefined;
}

/** Should two names come to the same alias, the one asked for later gets another. `taken` are given to none. */
export function createAliases(taken: Iterable<string> = []): Aliases {
  const aliases = new Map<string, string>();
  const names = new Map<string, string | undefined>(Array.from(taken, (alias) => [alias, undefined]));

  const assign = (name: string): string => {
    let alias = toolAlias(name);
    for (let attempt = 2; names.has(alias); attempt += 1) alias = toolAlias(`${name} ${attempt}`);
    aliases.set(name, alias);
    names.set(alias, name);
    return alias;
  };

  return {
    aliasOf: (name) => aliases.get(name) ?? assign(name),
    nameOf: (alias) => names.get(alias),
  };
}
