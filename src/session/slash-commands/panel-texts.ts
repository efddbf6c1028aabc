import { countOf } from '../../core/text/quantities.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { formatTable } from '../../core/text/format-table.ts';
import type { LibraryEntryInfo, LibraryHit } from '../../core/ports/library.ts';
import type { BackendChoice } from '../../core/ports/session.ts';
import type { FileEdits } from '../../core/state/diffs.ts';
import type { SessionState } from '../../core/state/session-state.ts';
import { turnsOf, costText, usageText } from '../../core/state/usage.ts';
import { row } from './command-texts.ts';

/** The backends, a line each, the one that answers marked. */
export function backendLines(choices: readonly BackendChoice[], current: string): string[] {
  return tableLines(
    choices.map(({ name, command, source, problem }) => [
      name === current ? '*' : '',
      name,
      problem ?? source,
      command,
    ]),
  );
}

export function entryLines(entries: readonly LibraryEntryInfo[]): string[] {
  if (entries.length === 0) return ['The library is empty.'];
  return tableLines(entries.map(({ id, title }) => [id, title]));
}

export function hitLines(hits: readonly LibraryHit[], text: string): string[] {
  if (hits.length === 0) return [`Nothing in the library is about "${text}".`];
  return tableLines(hits.map(({ id, excerpt }) => [id, excerpt]));
}

export function contextLines(state: SessionState): string[] {
  const { usage, compaction, entries, backend } = state;
  const { cost: _cost, ...inContext } = usage;
  const known = usageText({ usage: inContext });
  return [
    known === '' ? `${backend} does not tell how much of its context is in use.` : row('context', known),
    row('entries', String(entries.length)),
    ...(compaction === null ? [] : [row('compacted', `${entries.length - compaction.since} entries ago`)]),
  ];
}

export function costLines({ usage, entries, backend }: SessionState): string[] {
  const turns = turnsOf(entries).flatMap(({ cost, prompt }, index) =>
    cost === null ? [] : [[String(index + 1), costText(cost), prompt.slice(0, 80)]],
  );
  const { cost } = usage;
  return [
    cost === undefined ? `${backend} does not tell what it costs.` : row('cost', costText(cost)),
    ...tableLines(turns),
  ];
}

/** The files whose path has the word in it, the one that was changed last first. */
export function editLines(files: readonly FileEdits[], word: string): string[] {
  const shown = files.filter(({ path }) => path.toLowerCase().includes(word.toLowerCase()));
  if (shown.length === 0) return ['No file was changed yet, as far as the agent has shown.'];
  return shown.map(({ path, edits }) => `  ${cleanLine(path)}  ${countOf(edits, 'edit')}`);
}

function tableLines(rows: readonly (readonly string[])[]): string[] {
  const table = formatTable(rows).trimEnd();
  return table === '' ? [] : table.split('\n');
}
