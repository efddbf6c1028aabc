import type { JsonPath, Problem } from './config-problem.ts';

/** A problem for every name that an earlier entry of the same file already has. */
export function repeatedNames(entries: readonly { name: string; path: JsonPath }[]): Problem[] {
  const seen = new Set<string>();
  return entries.flatMap(({ name, path }) => {
    if (seen.has(name)) return [{ path, text: `"${name}" is the name of an earlier entry already` }];
    seen.add(name);
    return [];
  });
}
