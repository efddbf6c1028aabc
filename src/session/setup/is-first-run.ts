import { readBackendLayers } from '../../config/backend-layers.ts';
import type { AppContext } from '../app-context.ts';
import { hasDeclinedAgents } from './setup-mark.ts';

/**
 * Whether nobody has ever said which agent simse is to drive: no acp.json is there, none is named for this run, and the user
 * has not declined to choose one. Never so in CI, and never with `--continue` or `--resume`, which bring their agent along.
 */
export async function isFirstRun({ flags, env, cwd, dirs }: AppContext): Promise<boolean> {
  const isNamed = flags.agentCommand !== undefined || Boolean(flags.server ?? env['SIMSE_SERVER']);
  if (isNamed || flags.resume !== undefined || isContinuousIntegration(env)) return false;
  if (await hasDeclinedAgents(dirs.dataDir)) return false;
  const { layers } = await readBackendLayers({ cwd, configDir: dirs.configDir });
  return layers.length === 0;
}

function isContinuousIntegration({ CI }: AppContext['env']): boolean {
  return CI !== undefined && !['', '0', 'false'].includes(CI);
}
