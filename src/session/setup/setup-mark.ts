import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, SimseError } from '../../core/errors.ts';

const CONTENT = `${JSON.stringify({ agent: null })}\n`;

/** Whether the user has said that no agent is wanted, so that they are not asked again. */
export async function hasDeclinedAgents(dataDir: string): Promise<boolean> {
  return access(markFile(dataDir)).then(
    () => true,
    () => false,
  );
}

/** Remembers that no agent is wanted. Rejects with SimseError('store_failed') when that cannot be written. */
export async function rememberDeclined(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(markFile(dataDir), CONTENT, { mode: 0o600 });
  } catch (cause) {
    throw new SimseError('store_failed', `${markFile(dataDir)} cannot be written: ${messageOf(cause)}`, {
      cause,
    });
  }
}

function markFile(dataDir: string): string {
  return join(dataDir, 'setup.json');
}
