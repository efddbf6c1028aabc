import { configError } from './config-problem.ts';
import type { Environment } from './expand-variables.ts';
import { parseSettingsFile, type SettingsFile } from './settings.ts';

/** The number that is written there, or the text for the message that it is none. */
const numberIn = (text: string) => (Number.isNaN(Number(text)) ? text : Number(text));

const VARIABLES = [
  { name: 'SIMSE_PERMISSION_MODE', key: 'permissionMode', read: String },
  { name: 'SIMSE_MAX_TURNS', key: 'maxTurns', read: numberIn },
  { name: 'SIMSE_TIMEOUT_MS', key: 'timeoutMs', read: numberIn },
] as const;

/** Several command lines read it as the wish for plain lines, and any of these as none. */
const ACCESSIBLE = 'ACCESSIBLE';
const UNWISHED: readonly string[] = ['', '0', 'false', 'no'];

/** The settings that environment variables give, which beat every file. An empty variable counts as unset. */
export function environmentSettings(env: Environment): SettingsFile {
  const given = VARIABLES.filter(({ name }) => env[name]);
  const checked = parseSettingsFile(
    Object.fromEntries(given.map(({ name, key, read }) => [key, read(env[name] ?? '')])),
  );
  if (!checked.ok) {
    const problems = checked.problems.map((problem) => {
      const variable = given.find(({ key }) => key === problem.path[0])?.name ?? '';
      return { ...problem, path: [variable] };
    });
    throw configError('the environment', problems, 'Correct the variable, or unset it.');
  }
  if (checked.value.permissionMode === 'bypassPermissions')
    throw configError(
      'the environment',
      [
        {
          path: [VARIABLES[0].name],
          text: 'bypassPermissions cannot be set by a variable, which may be inherited',
        },
      ],
      'Pass --permission-mode bypassPermissions, or write it into your own config.json.',
    );
  return isAccessible(env) ? { ...checked.value, ui: { screenReader: true } } : checked.value;
}

function isAccessible(env: Environment): boolean {
  return !UNWISHED.includes((env[ACCESSIBLE] ?? '').toLowerCase());
}
