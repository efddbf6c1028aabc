import type { PermissionMode } from '../core/gate/permission-mode.ts';
import type { Settings, SettingsFile } from './settings.ts';

/** What a project's config.json would allow beyond the user's own. That is as good as a command, so it needs trust. */
export interface Grants {
  permissionMode?: PermissionMode;
  allow: string[];
}

const STRICTEST_FIRST: readonly PermissionMode[] = [
  'plan',
  'dontAsk',
  'default',
  'acceptEdits',
  'bypassPermissions',
];

/** One of them. */
export type Grant = { permissionMode: PermissionMode } | { rule: string };

export function eachGrant({ permissionMode, allow }: Grants): Grant[] {
  const mode = permissionMode === undefined ? [] : [{ permissionMode }];
  return [...mode, ...[...new Set(allow)].map((rule) => ({ rule }))];
}

/** What is left of grants without some of them; null for nothing. */
export function withoutGrants({ permissionMode, allow }: Grants, refused: readonly Grant[]): Grants | null {
  const rules = new Set(refused.flatMap((grant) => ('rule' in grant ? grant.rule : [])));
  const isModeRefused = refused.some((grant) => 'permissionMode' in grant);
  const left = allow.filter((rule) => !rules.has(rule));
  if (permissionMode !== undefined && !isModeRefused) return { permissionMode, allow: left };
  return left.length === 0 ? null : { allow: left };
}

/**
 * Parts a project's settings into what may only restrict and what would allow more. `mode` is the permission mode
 * without them; `modeIsGiven` when it comes from the command line or the environment, which a project cannot overrule.
 */
export function splitGrants(
  project: SettingsFile,
  mode: PermissionMode,
  modeIsGiven: boolean,
): { restrictions: SettingsFile; grants: Grants | null } {
  // How the REPL looks is the user's own, and so is who gets to read the code and the keys.
  const { allow = [], permissionMode: wanted, ui: _ui, models: _models, ...rest } = project;
  // That nothing is asked any more is for the user alone to say, whatever else is trusted.
  const permissionMode = wanted === 'bypassPermissions' ? undefined : wanted;
  const loosens = permissionMode !== undefined && !modeIsGiven && isLooser(permissionMode, mode);
  const restrictions = permissionMode === undefined || loosens ? rest : { ...rest, permissionMode };
  if (!loosens && allow.length === 0) return { restrictions, grants: null };
  return { restrictions, grants: loosens ? { permissionMode, allow } : { allow } };
}

/** The settings with what a trusted project allows. */
export function withGrants(settings: Settings, { permissionMode, allow }: Grants): Settings {
  return {
    ...settings,
    permissionMode: permissionMode ?? settings.permissionMode,
    allow: [...settings.allow, ...allow],
  };
}

function isLooser(mode: PermissionMode, than: PermissionMode): boolean {
  return STRICTEST_FIRST.indexOf(mode) > STRICTEST_FIRST.indexOf(than);
}
