import * as z from 'zod';
import { PERMISSION_MODES, type PermissionMode } from '../core/gate-request.ts';
import { milliseconds, textList, wholeNumber } from './fields.ts';

const DEFAULT_MAX_TURNS = 10;

/** The content of config.json. */
export const settingsFileSchema = z.strictObject(
  {
    $schema: z.string('a string').exactOptional(),
    permissionMode: z
      .enum(PERMISSION_MODES as readonly [PermissionMode, ...PermissionMode[]], '"default", "acceptEdits", "plan" or "dontAsk"')
      .exactOptional(),
    allow: textList.exactOptional(),
    ask: textList.exactOptional(),
    deny: textList.exactOptional(),
    maxTurns: wholeNumber(1000, 'a whole number above 0').exactOptional(),
    timeoutMs: milliseconds.exactOptional(),
  },
  'an object',
);
export type SettingsFile = z.output<typeof settingsFileSchema>;

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
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}
