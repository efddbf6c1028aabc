import { join, resolve } from 'node:path';
import { type BackendFile, BACKEND_FILE_HINT, parseBackendFile } from './parse-backend-file.ts';
import type { ConfigFormat } from './read-config-file.ts';
import { type Layer, type Places, readLayers } from './read-layers.ts';

/** Where a project may have its acp.json; the first one that is there counts. */
const PROJECT_FILES = [join('.simse', 'acp.json'), 'acp.json'];

export const BACKEND_FORMAT: ConfigFormat<BackendFile> = { parse: parseBackendFile, hint: BACKEND_FILE_HINT };

/** The user's acp.json and the project's, weakest first. Throws SimseError('config') for a file that is wrong. */
export function readBackendLayers(
  places: Places,
): Promise<{ layers: Layer<BackendFile>[]; warnings: string[] }> {
  return readLayers('acp.json', PROJECT_FILES, BACKEND_FORMAT, places);
}

/** The acp.json of a scope: the one that is read, else the one that would be. */
export function backendFileOf(
  scope: 'user' | 'project',
  layers: readonly Layer<BackendFile>[],
  { cwd, configDir }: Places,
): string {
  const present = layers.find(({ origin }) => origin.scope === scope);
  if (present !== undefined) return present.origin.file;
  return scope === 'user' ? resolve(configDir, 'acp.json') : join(cwd, 'acp.json');
}
