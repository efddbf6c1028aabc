import { BACKEND_PRESETS, type BackendPreset } from '../../config/backend-presets.ts';
import { findExecutable } from '../../platform/find-executable.ts';
import type { AppContext } from '../app-context.ts';

export interface FoundAgent {
  preset: BackendPreset;
  /** Its program. */
  file: string;
}

/** The presets whose program is on this machine, on PATH; what a project brings is not the user's. Nothing is started. */
export async function findAgents({ cwd, env }: AppContext): Promise<FoundAgent[]> {
  const found = await Promise.all(
    BACKEND_PRESETS.map(async (preset) => {
      const file = await findExecutable(preset.program, { cwd, env });
      return file === null ? [] : [{ preset, file }];
    }),
  );
  return found.flat();
}
