import type { ParseForeign } from '../../src/config/import/foreign-server.ts';
import { toMcpEntry } from '../../src/config/import/read-imports.ts';
import type { VariableStyle } from '../../src/config/import/translate-variables.ts';

export const PLACE = { platform: 'linux', home: '/home/ada', project: '/home/ada/shop' } as const;

/** What comes of a host's file: each server's entry by its name, with the reasons where there are any, or they alone. */
export function importAll(parse: ParseForeign, style: VariableStyle, text: string): Record<string, unknown> {
  const parsed = parse(text, PLACE);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const servers = parsed.value.map((foreign) => toMcpEntry(foreign, style, PLACE));
  return Object.fromEntries(
    servers.map(({ name, entry, reasons }) => [
      name,
      reasons.length === 0 ? entry : entry === null ? reasons : { ...entry, reasons },
    ]),
  );
}
