import { toolAlias } from '../../core/tool-alias.ts';

/** Which tool an agent means by an alias. */
export interface AliasBook {
  /** The alias of a tool; the same for as long as the book exists. */
  aliasOf(name: string): string;
  /** The tool that has, or once had, this alias. */
  nameOf(alias: string): string | undefined;
}

/** Should two tools come to the same alias, the one asked for later gets another. */
export function createAliasBook(): AliasBook {
  const aliases = new Map<string, string>();
  const names = new Map<string, string>();

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
