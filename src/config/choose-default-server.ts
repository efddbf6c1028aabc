import { SimseError } from '../core/errors.ts';
import { type BackendConfig, BUILT_IN_BACKEND } from './backend-config.ts';
import type { Environment } from './expand-variables.ts';
import type { BackendFile } from './parse-backend-file.ts';
import type { Layer } from './read-layers.ts';
import type { Sourced } from './sourced.ts';
import { suggestName } from './suggest-name.ts';

/** SIMSE_SERVER, else the strongest file's `defaultServer`; throws SimseError('config') when no such backend exists. */
export function chooseDefaultServer(
  layers: readonly Layer<BackendFile>[],
  backends: readonly Sourced<BackendConfig>[],
  env: Environment,
): string | null {
  const layer = layers.findLast(({ content }) => content.defaultServer !== undefined);
  const name = env['SIMSE_SERVER'] || layer?.content.defaultServer;
  if (!name) return null;
  if (name === BUILT_IN_BACKEND || backends.some(({ value }) => value.name === name)) return name;
  const where = env['SIMSE_SERVER'] ? 'SIMSE_SERVER' : `${layer?.origin.file}: defaultServer`;
  throw new SimseError('config', `${where}: no server is called "${name}".`, {
    hint: suggestName(
      name,
      backends.map(({ value }) => value.name),
    ),
  });
}
