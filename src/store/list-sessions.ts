import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readMeta } from './read-meta.ts';
import { isSessionId } from './session-id.ts';
import type { SessionMeta } from './session-meta.ts';

/** The ids of all sessions below a folder, which may be missing. */
export async function sessionIds(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory() && isSessionId(entry.name)).map(({ name }) => name);
}

/** The meta of all sessions, or of those of one directory; the one that was last used comes first. */
export async function listSessions(root: string, cwd?: string): Promise<SessionMeta[]> {
  const found: SessionMeta[] = [];
  for (const id of await sessionIds(root)) {
    const meta = await readMeta(join(root, id)).catch(() => null); // Removed meanwhile.
    if (meta && (cwd === undefined || meta.cwd === cwd)) found.push(meta);
  }
  return found.sort((one, other) => other.updatedAt - one.updatedAt || (one.id < other.id ? -1 : 1));
}
