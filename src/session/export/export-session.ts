import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { messageOf, SimseError } from '../../core/errors.ts';
import { foldEvents } from '../../core/state/fold-events.ts';
import { printableJson } from '../../core/text/format-table.ts';
import type { RecordedSession } from '../../store/session-store.ts';

const EXPORT_FORMATS = ['markdown', 'json', 'html'] as const;
type ExportFormat = (typeof EXPORT_FORMATS)[number];

const FORMAT_OF_EXTENSION: Readonly<Record<string, ExportFormat>> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.json': 'json',
  '.html': 'html',
  '.htm': 'html',
};

/** The format that was asked for, else that of the file's name, else Markdown. Throws SimseError('usage') for another. */
export function exportFormat(asked: string | undefined, file: string | undefined): ExportFormat {
  if (asked === undefined) return FORMAT_OF_EXTENSION[extname(file ?? '').toLowerCase()] ?? 'markdown';
  const format = EXPORT_FORMATS.find((known) => known === asked);
  if (format !== undefined) return format;
  throw new SimseError('usage', `Unknown format ${asked}.`, {
    hint: `There are ${EXPORT_FORMATS.join(', ')}.`,
  });
}

/** A session as a text of that format. JSON has all that was recorded, the others what a reader wants to see. */
export async function exportSession(
  { meta, events }: Pick<RecordedSession, 'meta' | 'events'>,
  format: ExportFormat,
): Promise<string> {
  if (format === 'json') return `${printableJson({ meta, events }, 2)}\n`;
  const state = foldEvents(events);
  if (format === 'html') return (await import('./html-page.ts')).toHtmlPage(meta, state);
  return (await import('./transcript.ts')).toMarkdownExport(meta, state);
}

/** Writes an export to a file that is not there yet. Throws SimseError('store_failed'). */
export async function writeExport(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw new SimseError('store_failed', isThere ? `${file} is there already.` : messageOf(cause), {
      hint: isThere ? 'Choose another name or delete it.' : 'Name another file.',
      cause,
    });
  }
}
