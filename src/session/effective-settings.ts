import { grantedRules } from '../config/load-settings.ts';
import { withGrants, withoutGrants } from '../config/project-grants.ts';
import type { Settings } from '../config/settings.ts';
import { type PermissionRule, parseRule } from '../core/gate/permission-rule.ts';
import type { WrittenRule } from '../core/ports/session-permissions.ts';
import type { Project } from './load-project.ts';

type Loaded = Pick<Project, 'config' | 'untrusted'>;

/** The settings with what a trusted project allows. */
export function effectiveSettings(project: Loaded): Settings {
  const { settings } = project.config;
  const grants = grantsOf(project);
  return grants === null ? settings : withGrants(settings, grants.value);
}

/** The rules of the effective settings, and where each is written. */
export function effectiveRules(project: Loaded): readonly WrittenRule[] {
  const grants = grantsOf(project);
  return [...project.config.rules, ...(grants === null ? [] : grantedRules(grants))];
}

function grantsOf({ config: { grants }, untrusted }: Loaded): Loaded['config']['grants'] {
  const value =
    grants &&
    withoutGrants(
      grants.value,
      untrusted.flatMap(({ grant }) => grant ?? []),
    );
  return grants && value && { ...grants, value };
}

/** The rules of the settings, for the gate. */
export function rulesOf({ allow, ask, deny }: Settings): Record<'allow' | 'ask' | 'deny', PermissionRule[]> {
  return { allow: allow.map(parseRule), ask: ask.map(parseRule), deny: deny.map(parseRule) };
}
