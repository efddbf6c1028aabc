import { cleanText } from '../core/text/clean-text.ts';
import { revealLine } from '../core/text/reveal-text.ts';
import { printableJson } from '../core/text/printable-json.ts';
import { foldEvents } from '../core/state/fold-events.ts';
import type { Entry } from '../core/state/session-state.ts';
import type { AppContext } from '../session/app-context.ts';
import { createSessionStore } from '../store/session-store.ts';

/** `simse sessions show <id>`: the transcript, or with --output-format json its meta and events. */
export async function runSessionsShow(
  { dirs, stdout, flags, note }: AppContext,
  idPrefix: string,
): Promise<number> {
  const store = createSessionStore({ dataDir: dirs.dataDir });
  const { id } = await store.find(idPrefix);
  const { meta, events, damagedLines } = await store.read(id);
  if (damagedLines > 0)
    note(`${damagedLines} damaged ${damagedLines === 1 ? 'line was' : 'lines were'} passed over.`);
  if (flags.outputFormat === 'json') stdout.write(`${printableJson({ meta, events })}\n`);
  else if (flags.outputFormat === 'stream-json')
    for (const event of events) stdout.write(`${printableJson(event)}\n`);
  else
    stdout.write(
      foldEvents(events)
        .entries.map(entryText)
        .filter((text) => text !== '')
        .join('\n'),
    );
  return 0;
}

function entryText(entry: Entry): string {
  switch (entry.kind) {
    case 'prompt':
      return `› ${cleanText(entry.text)}\n`;
    case 'message':
      return entry.role === 'agent' ? `${cleanText(entry.text)}\n` : '';
    case 'tool':
      return `  ${revealLine(entry.call.title || entry.call.kind)} · ${entry.call.status}\n`;
    case 'notice':
      return `  ${entry.level}: ${cleanText(entry.text)}\n`;
    case 'turn_end':
      return entry.stopReason === 'end_turn'
        ? ''
        : `  ${cleanText(entry.error?.message ?? entry.stopReason)}\n`;
  }
}
