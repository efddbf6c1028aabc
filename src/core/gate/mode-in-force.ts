import { cleanLine } from '../text/clean-text.ts';
import type { ConfigOption } from '../state/events.ts';
import type { PermissionMode } from './gate-request.ts';
import type { SessionState } from '../state/session-state.ts';

/** What an agent's own mode does, in our words; `auto`: the agent decides by itself what it asks about. */
export type ModeLike = PermissionMode | 'auto';

/** From the mode in which least happens unasked to the one in which everything does. */
const STRICTEST_FIRST: readonly ModeLike[] = [
  'plan',
  'dontAsk',
  'default',
  'acceptEdits',
  'auto',
  'bypassPermissions',
];

/** The mode that an agent is in. */
export interface AgentMode {
  like: ModeLike;
  /** As the agent calls it, not cleaned. */
  name: string;
}

export interface ModeInForce {
  mode: ModeLike;
  /** The agent's own mode, where that and not simse's decides. */
  agents: AgentMode | null;
}

type Modes = Pick<SessionState, 'mode' | 'configOptions'>;

/**
 * What really happens without a question, of simse's mode and the agent's together: an agent that plans does no more, and
 * what an agent does without asking never comes to simse's gate.
 */
export function modeInForce({ mode, configOptions }: Modes): ModeInForce {
  const agents = modeOfAgent(configOptions);
  const inForce = agents === null ? mode : together(mode, agents.like);
  return { mode: inForce, agents: agents === null || inForce === mode ? null : agents };
}

/** The mode by which the gate judges: simse's own, or the agent's where that is stricter. An agent never loosens the gate. */
export function gateMode(state: Modes): PermissionMode {
  const { mode } = modeInForce(state);
  return mode === 'auto' || isLooserThan(mode, state.mode) ? state.mode : mode;
}

/** The category says it; some agents have a second, vendor's own kind of mode beside it. */
export function isModeOption({ category, id }: Pick<ConfigOption, 'category' | 'id'>): boolean {
  return category === undefined ? id === 'mode' : category.endsWith('mode');
}

export function isLooserThan(mode: ModeLike, other: ModeLike): boolean {
  return STRICTEST_FIRST.indexOf(mode) > STRICTEST_FIRST.indexOf(other);
}

/** Of several modes that an agent is in at once. */
export function loosestOf(modes: readonly ModeLike[]): ModeLike | undefined {
  return STRICTEST_FIRST.findLast((mode) => modes.includes(mode));
}

/** The agent's mode, of its kinds of modes the one that counts; null where it has none, or nobody knows what it means. */
export function modeOfAgent(options: readonly ConfigOption[]): AgentMode | null {
  const current = options.flatMap(({ value, choices, like }) => {
    const name = choices.find((choice) => choice.value === value)?.name ?? String(value);
    return like === undefined ? [] : [{ like, name }];
  });
  const likes = current.map(({ like }) => like);
  const loosest = loosestOf(likes);
  const counts = loosest === 'default' ? STRICTEST_FIRST.find((mode) => likes.includes(mode)) : loosest;
  return current.find(({ like }) => like === counts) ?? null;
}

function together(own: PermissionMode, agents: ModeLike): ModeLike {
  if (isLooserThan('default', agents)) return isLooserThan(own, agents) ? agents : own;
  return isLooserThan(agents, 'default') && isLooserThan(agents, own) ? agents : own;
}

/** What each does, as a predicate. */
export const MODE_DOES: Readonly<Record<ModeLike, string>> = {
  default: 'asks before edits, commands and tools',
  acceptEdits: 'edits in the workspace without asking',
  plan: 'only reads; no rule lifts that',
  dontAsk: 'asks nobody; denies what no rule allows',
  auto: 'the agent decides itself what it asks about',
  bypassPermissions: 'allows everything; only denying and asking rules hold',
};

export const BYPASS_WARNING =
  'The mode is bypassPermissions: everything runs without asking but what a rule denies.';

/** The mode in force, and whose it is where it is not simse's own. */
export function describeMode(state: Modes & Pick<SessionState, 'backend'>): string {
  const { mode, agents } = modeInForce(state);
  if (agents === null) return `The mode is ${mode}.`;
  const theirs = `${state.backend} is in its own mode "${cleanLine(agents.name)}", which counts`;
  return `The mode is ${mode}: ${theirs}; simse's is ${state.mode}.`;
}
