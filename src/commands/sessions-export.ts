import { resolve } from 'node:path';
import type { AppContext } from '../session/app-context.ts';
import { exportFormat, exportSession, writeExport } from '../session/export/export-session.ts';
import { createSessionStore } from '../store/session-store.ts';

export interface ExportOptions {
  /** markdown, json or html; else what the file's name says, else Markdown. */
  format?: string;
  /** Else stdout. */
  output?: string;
}

/** `simse sessions export <id>`: a session as Markdown, JSON or an HTML page. */
export async function runSessionsExport(
  { dirs, cwd, stdout, note }: AppContext,
  idPrefix: string,
  { format, output }: ExportOptions,
): Promise<number> {
  const store = createSessionStore({ dataDir: dirs.dataDir });
  const { id } = await store.find(idPrefix);
  const text = await exportSession(await store.read(id), exportFormat(format, output));
  if (output === undefined) stdout.write(text);
  else {
    const file = resolve(cwd, output);
    await writeExport(file, text);
    note(`Exported ${id} to ${file}.`);
  }
  return 0;
}
