import { formatTable, printableJson } from '../../core/text/format-table.ts';
import type { AppContext } from '../../session/app-context.ts';

/**
 * Prints what a listing command found: a table, or with --output-format json one object, or with stream-json one line
 * an item. `empty` is said on stderr when there is nothing.
 */
export function printList<T extends object>(
  { stdout, flags, note }: Pick<AppContext, 'stdout' | 'flags' | 'note'>,
  list: { name: string; items: readonly T[]; row: (item: T) => readonly string[]; empty: string },
): void {
  if (flags.outputFormat === 'json') stdout.write(`${printableJson({ [list.name]: list.items }, 2)}\n`);
  else if (flags.outputFormat === 'stream-json')
    for (const item of list.items) stdout.write(`${printableJson(item)}\n`);
  else if (list.items.length === 0) note(list.empty);
  else stdout.write(formatTable(list.items.map(list.row)));
}

/** Prints what a command has done: a line for people, an object for programs. */
export function printDone(
  { stdout, flags }: Pick<AppContext, 'stdout' | 'flags'>,
  line: string,
  done: object,
): void {
  stdout.write(`${flags.outputFormat === 'text' ? line : printableJson(done)}\n`);
}
