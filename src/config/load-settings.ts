import { join } from 'node:path';
import { environmentSettings } from './environment-settings.ts';
import type { Environment } from './expand-variables.ts';
import { type Grants, splitGrants } from './project-grants.ts';
import { type Places, readLayers } from './read-layers.ts';
import {
  mergeSettings,
  parseSettingsFile,
  SETTINGS_FILE_HINT,
  type Settings,
  type SettingsFile,
} from './settings.ts';
import type { Sourced } from './sourced.ts';

export interface LoadedSettings {
  /** Without what the project's own file wants to allow. */
  settings: Settings;
  grants: Sourced<Grants> | null;
}

/** The settings of the command line, the environment, the project and the user, in this order of precedence. */
export async function loadSettings(
  places: Places,
  env: Environment,
  flags: SettingsFile,
): Promise<LoadedSettings> {
  const format = { parse: parseSettingsFile, hint: SETTINGS_FILE_HINT };
  const { layers } = await readLayers('config.json', [join('.simse', 'config.json')], format, places);
  const user = layers.find(({ origin }) => origin.scope === 'user')?.content ?? {};
  const project = layers.find(({ origin }) => origin.scope === 'project');
  const invoked = [flags, environmentSettings(env)];
  if (!project) return { settings: mergeSettings([...invoked, user]), grants: null };

  const { permissionMode } = mergeSettings([...invoked, user]);
  const modeIsGiven = invoked.some((settings) => settings.permissionMode !== undefined);
  const { restrictions, grants } = splitGrants(project.content, permissionMode, modeIsGiven);
  return {
    settings: mergeSettings([...invoked, restrictions, user]),
    grants: grants && { value: grants, origin: project.origin },
  };
}
