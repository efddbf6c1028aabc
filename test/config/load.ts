import path from 'node:path';
import { type Config, type LoadConfigOptions, loadConfig } from '../../src/config/load-config.ts';
import type { SimseError } from '../../src/core/errors.ts';

/** Loads the config of a folder made by `tempDir`, where `user/` is the user's config directory and `work/` the project. */
export function load(dir: string, options: Partial<LoadConfigOptions> = {}): Promise<Config> {
  return loadConfig({ cwd: path.join(dir, 'work'), configDir: path.join(dir, 'user'), env: {}, ...options });
}

/** The error of a load that must fail, its message without the folder's own path. */
export async function loadError(
  dir: string,
  options: Partial<LoadConfigOptions> = {},
): Promise<{ code: string; message: string; hint: string | undefined }> {
  const error = await load(dir, options).then(
    () => Promise.reject(new Error('The config was loaded.')),
    (failure: SimseError) => failure,
  );
  return { code: error.code, message: error.message.replaceAll(`${dir}${path.sep}`, ''), hint: error.hint };
}
