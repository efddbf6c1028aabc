import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Library } from '../../src/core/ports/library.ts';
import { openLibrary } from '../../src/library/open-library.ts';
import type { ServerFeatures } from '../../src/mcp-server/features.ts';
import { createOwnFeatures } from '../../src/session/served/own-features.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { type RecordedSessions, recordedSessions } from './recorded-sessions.ts';

/** What simse offers, over recorded sessions and an empty library of the test's own. */
export async function ownFeatures(
  sessions?: number,
): Promise<{ features: ServerFeatures; library: Library; archive: RecordedSessions }> {
  const dir = await tempDir();
  const library = openLibrary({ dir: join(dir, 'library'), watch: true });
  onTestFinished(() => library[Symbol.asyncDispose]());
  const archive = recordedSessions(sessions);
  return {
    features: createOwnFeatures({ archive, library, roots: [dir] }),
    library,
    archive,
  };
}
