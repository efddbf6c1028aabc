import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBackendLayers } from '../../config/backend-config.ts';
import { agentVariable } from '../../config/resolve-backend.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import type { AppContext } from '../../session/app-context.ts';

/**
 * Whether nobody has ever said which agent simse is to drive: no acp.json is there, none is named for this run, and the user
 * has not declined to choose one. Never so in CI, and never with `--continue` or `--resume`, which bring their agent along.
 */
export async function isFirstRun({ flags, env, cwd, dirs }: AppContext): Promise<boolean> {
  const isNamed = flags.agentCommand !== undefined || (flags.agent ?? agentVariable(env)) !== undefined;
  if (isNamed || flags.resume !== undefined || isContinuousIntegration(env)) return false;
  if (await hasDeclinedAgents(dirs.dataDir)) return false;
  const { layers } = await readBackendLayers({ cwd, configDir: dirs.configDir });
  return layers.length === 0;
}

const CONTENT = `${JSON.stringify({ agent: null })}\n`;

/** Whether the user has said that no agent is wanted, so that they are not asked again. */
async function hasDeclinedAgents(dataDir: string): Promise<boolean> {
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

function isContinuousIntegration({ CI }: AppContext['env']): boolean {
  return CI !== undefined && !['', '0', 'false'].includes(CI);
}
