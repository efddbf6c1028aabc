import type { RuleInEffect } from '../../core/ports/session-permissions.ts';
import type { Source } from './source.ts';

/** The permission rules of the session. */
export const RULES: Source<readonly RuleInEffect[]> = {
  key: 'permission rules',
  load: ({ permissions }) => Promise.resolve(permissions.rules()),
  watch: ({ permissions }, changed) => permissions.onChange(changed),
};
