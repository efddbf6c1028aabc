import * as z from 'zod';
import { PERMISSION_MODES, type PermissionMode } from '../core/gate/permission-mode.ts';
import { parseRule } from '../core/gate/permission-rule.ts';
import { DEFAULT_UI, type UiSettings } from '../core/ports/ui-settings.ts';
import { checkShape, milliseconds, wholeNumber } from './check-shape.ts';
import type { Checked, JsonPath } from './config-problem.ts';
import { type ConfiguredModels, modelKeysAt, modelsSchema } from './model-settings.ts';

const DEFAULT_MAX_TURNS = 10;

const rule = z.string('a permission rule').refine(isRule, 'a permission rule such as "shell(git status*)"');
const ruleList = z.array(rule, 'a list of permission rules');

const flag = z.boolean('true or false').exactOptional();
const uiSchema = z.strictObject(
  {
    theme: z
      .enum(
        ['auto', 'dark', 'light', 'high-contrast', 'none'],
        '"auto", "dark", "light", "high-contrast" or "none"',
      )
      .exactOptional(),
    keys: z
      .record(z.string(), z.array(z.string('a key such as "ctrl+g"'), 'a list of keys'), 'an object')
      .exactOptional(),
    vim: flag,
    screenReader: flag,
    title: flag,
    progress: flag,
    notify: z.enum(['off', 'bell', 'desktop'], '"off", "bell" or "desktop"').exactOptional(),
  },
  'an object',
);

/** The content of config.json. */
const settingsFileSchema = z.strictObject(
  {
    $schema: z.string('a string').exactOptional(),
    permissionMode: z
      .enum(
        PERMISSION_MODES as readonly [PermissionMode, ...PermissionMode[]],
        '"default", "acceptEdits", "plan", "dontAsk" or "bypassPermissions"',
      )
      .exactOptional(),
    allow: ruleList.exactOptional(),
    ask: ruleList.exactOptional(),
    deny: ruleList.exactOptional(),
    maxTurns: wholeNumber(1000, 'a whole number above 0').exactOptional(),
    timeoutMs: milliseconds.exactOptional(),
    ui: uiSchema.exactOptional(),
    models: modelsSchema.exactOptional(),
  },
  'an object',
);
export type SettingsFile = z.output<typeof settingsFileSchema>;

const SETTINGS_FILE_HINT =
  'The file looks like {"permissionMode": "default", "allow": ["shell(git status*)"], "deny": ["write_file(.env)"]}.';

/** How config.json is read and checked. */
export const SETTINGS_FORMAT = { parse: parseSettingsFile, hint: SETTINGS_FILE_HINT };

export function parseSettingsFile(value: unknown): Checked<SettingsFile> {
  return checkShape(settingsFileSchema, value, keysAt);
}

function keysAt(path: JsonPath): readonly string[] {
  if (path[0] === 'models') return modelKeysAt(path.slice(1));
  return Object.keys(path[0] === 'ui' ? uiSchema.shape : settingsFileSchema.shape);
}

function isRule(text: string): boolean {
  try {
    parseRule(text);
    return true;
  } catch {
    return false; // It throws for exactly that reason.
  }
}

export interface Settings {
  permissionMode: PermissionMode;
  /** Permission rules as text, every file's together: a deny beats an ask beats an allow, whoever wrote it. */
  allow: string[];
  ask: string[];
  deny: string[];
  /** How often a turn that stopped for tool results goes on by itself. */
  maxTurns: number;
  /** Milliseconds a whole headless run may take; without it there is no limit. */
  timeoutMs?: number;
  ui: UiSettings;
  models: ConfiguredModels;
}

/** Files in order of precedence, strongest first. Single values are the first one given; rule lists add up. */
export function mergeSettings(files: readonly SettingsFile[]): Settings {
  const timeoutMs = files.find((file) => file.timeoutMs !== undefined)?.timeoutMs;
  return {
    permissionMode: files.find((file) => file.permissionMode)?.permissionMode ?? 'default',
    allow: files.flatMap((file) => file.allow ?? []),
    ask: files.flatMap((file) => file.ask ?? []),
    deny: files.flatMap((file) => file.deny ?? []),
    maxTurns: files.find((file) => file.maxTurns)?.maxTurns ?? DEFAULT_MAX_TURNS,
    ui: mergeUi(files),
    models: files.find((file) => file.models !== undefined)?.models ?? {},
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

function mergeUi(files: readonly SettingsFile[]): UiSettings {
  return files.toReversed().reduce<UiSettings>((ui, file) => ({ ...ui, ...file.ui }), DEFAULT_UI);
}
