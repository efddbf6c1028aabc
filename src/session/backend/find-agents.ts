import { delimiter, join } from 'node:path';
import { BACKEND_PRESETS, type BackendPreset } from '../../config/backend-presets.ts';
import { findExecutable } from '../../platform/find-executable.ts';
import type { AppContext } from '../app-context.ts';

export interface FoundAgent {
  preset: BackendPreset;
  /** Its program. */
  file: string;
}

/** The presets whose program is on this machine: on PATH, or among the packages of the project. Nothing is started. */
export async function findAgents({ cwd, env }: AppContext): Promise<FoundAgent[]> {
  const folders = [env['PATH'] ?? env['Path'] ?? '', join(cwd, 'node_modules', '.bin')];
  const PATH = folders.join(delimiter);
  const found = await Promise.all(
    BACKEND_PRESETS.map(async (preset) => {
      const file = await findExecutable(preset.program, { cwd, env: { ...env, PATH } });
      return file === null ? [] : [{ preset, file }];
    }),
  );
  return found.flat();
}
