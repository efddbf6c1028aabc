/** What happens without a question. `dontAsk` asks nobody and denies instead; `bypassPermissions` asks nobody and allows. */
export type PermissionMode = 'default' | 'acceptEdits' | 'plan' | 'dontAsk' | 'bypassPermissions';
export const PERMISSION_MODES: readonly PermissionMode[] = [
  'default',
  'acceptEdits',
  'plan',
  'dontAsk',
  'bypassPermissions',
];

/** What an agent's own mode does, in our words; `auto`: the agent decides by itself what it asks about. */
export type ModeLike = PermissionMode | 'auto';

/** From the mode in which least happens unasked to the one in which everything does. */
export const STRICTEST_FIRST: readonly ModeLike[] = [
  'plan',
  'dontAsk',
  'default',
  'acceptEdits',
  'auto',
  'bypassPermissions',
];

/** What each does, as a predicate. */
export const MODE_DOES: Readonly<Record<ModeLike, string>> = {
  default: 'asks before edits, commands and tools',
  acceptEdits: 'edits in the workspace without asking',
  plan: 'read-only; no rule overrides that',
  dontAsk: 'never asks; denies what no rule allows',
  auto: 'the agent decides for itself what to ask about',
  bypassPermissions: 'allows everything; only deny and ask rules apply',
};

export const BYPASS_WARNING =
  'The mode is bypassPermissions: everything runs without asking, except what a rule denies.';

export function isLooserThan(mode: ModeLike, other: ModeLike): boolean {
  return STRICTEST_FIRST.indexOf(mode) > STRICTEST_FIRST.indexOf(other);
}

/** Of several modes that an agent is in at once. */
export function loosestOf(modes: readonly ModeLike[]): ModeLike | undefined {
  return STRICTEST_FIRST.findLast((mode) => modes.includes(mode));
}
