import { join } from 'node:path';
import type { KeptScope } from '../core/gate/gate-request.ts';
import type { RuleEffect } from '../core/gate/permission-rule.ts';
import { KEPT_SOURCES, type WrittenRule } from '../core/ports/session-permissions.ts';
import { configError } from './config-problem.ts';
import type { Environment } from './expand-variables.ts';
import type { ConfiguredModels } from './model-settings.ts';
import { type Grants, splitGrants } from './project-grants.ts';
import { type Places, readLayers, type Sourced } from './read-layers.ts';
import {
  mergeSettings,
  parseSettingsFile,
  SETTINGS_FORMAT,
  type Settings,
  type SettingsFile,
} from './settings.ts';

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
function environmentSettings(env: Environment): SettingsFile {
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

export interface LoadedSettings {
  /** Without what the project's own file wants to allow. */
  settings: Settings;
  grants: Sourced<Grants> | null;
  /** The rules of the settings, and where each is written. */
  rules: readonly WrittenRule[];
  /** What of the mode is not as whoever wrote it may think, one line each. */
  warnings: string[];
}

/** What the user's own config.json says about models; no project's file has a say. Throws SimseError('config'). */
export async function loadModelSettings(configDir: string): Promise<ConfiguredModels> {
  const { layers } = await readLayers('config.json', [], SETTINGS_FORMAT, { cwd: configDir, configDir });
  return layers[0]?.content.models ?? {};
}

/** The settings of the command line, the environment, the project and the user, in this order of precedence. */
export async function loadSettings(
  places: Places,
  env: Environment,
  flags: SettingsFile,
): Promise<LoadedSettings> {
  const { layers } = await readLayers(
    'config.json',
    [join('.simse', 'config.json')],
    SETTINGS_FORMAT,
    places,
  );
  const user = layers.find(({ origin }) => origin.scope === 'user');
  const project = layers.find(({ origin }) => origin.scope === 'project');
  const environment = environmentSettings(env);
  const given = [flags, environment];
  const users = user?.content ?? {};
  const rules = [
    ...writtenRules(flags, 'command line'),
    ...writtenRules(environment, 'environment'),
    ...keptRules(users, 'user', user?.origin.file),
  ];
  const warnings = modeWarnings([
    { content: flags, where: '--permission-mode' },
    { content: environment, where: 'SIMSE_PERMISSION_MODE' },
    ...[project ?? [], user ?? []].flat().map(({ content, origin }) => ({
      content,
      where: `${origin.file}: permissionMode`,
      isProject: origin.scope === 'project',
    })),
  ]);
  if (!project) return { settings: mergeSettings([...given, users]), grants: null, rules, warnings };

  const { permissionMode } = mergeSettings([...given, users]);
  const modeIsGiven = given.some((settings) => settings.permissionMode !== undefined);
  const { restrictions, grants } = splitGrants(project.content, permissionMode, modeIsGiven);
  return {
    settings: mergeSettings([...given, restrictions, users]),
    grants: grants && { value: grants, origin: project.origin },
    rules: [...rules, ...keptRules(restrictions, 'project', project.origin.file)],
    warnings,
  };
}

interface ModeSource {
  content: SettingsFile;
  where: string;
  isProject?: boolean;
}

/** `dontAsk` once allowed everything: whoever wrote it then learns that it denies now. */
function modeWarnings(sources: readonly ModeSource[]): string[] {
  return sources.flatMap(({ content: { permissionMode }, where, isProject = false }) => {
    if (permissionMode === 'bypassPermissions' && isProject)
      return [
        `${where}: bypassPermissions has no effect here: a project cannot choose it. You can, by --permission-mode or in your own config.json.`,
      ];
    if (permissionMode !== 'dontAsk') return [];
    return [
      `${where}: dontAsk now denies what no rule allows, and asks nobody. Until now it allowed everything: that mode is called bypassPermissions.`,
    ];
  });
}

/** The rules that a trusted project adds. */
export function grantedRules({ value: { allow }, origin }: Sourced<Grants>): WrittenRule[] {
  return keptRules({ allow }, 'project', origin.file);
}

function keptRules(settings: SettingsFile, keptIn: KeptScope, file?: string): WrittenRule[] {
  const place = { keptIn, ...(file === undefined ? {} : { file }) };
  return writtenRules(settings, KEPT_SOURCES[keptIn]).map((rule) => ({ ...rule, ...place }));
}

function writtenRules(settings: SettingsFile, source: string): WrittenRule[] {
  const of = (effect: RuleEffect): WrittenRule[] =>
    (settings[effect] ?? []).map((rule) => ({
      effect,
      rule,
      source,
    }));
  return [...of('deny'), ...of('ask'), ...of('allow')];
}
