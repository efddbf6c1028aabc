import { withGrants } from '../config/project-grants.ts';
import type { Settings } from '../config/settings.ts';
import { type PermissionRule, parseRule } from '../core/permission-rule.ts';
import type { Project } from './load-project.ts';

/** The settings with what a trusted project allows. */
export function effectiveSettings({ config, untrusted }: Pick<Project, 'config' | 'untrusted'>): Settings {
  const { settings, grants } = config;
  const isTrusted = !untrusted.some(({ kind }) => kind === 'permissions');
  return grants !== null && isTrusted ? withGrants(settings, grants.value) : settings;
}

/** The rules of the settings, for the gate. */
export function rulesOf({ allow, ask, deny }: Settings): Record<'allow' | 'ask' | 'deny', PermissionRule[]> {
  return { allow: allow.map(parseRule), ask: ask.map(parseRule), deny: deny.map(parseRule) };
}
