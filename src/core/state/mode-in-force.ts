import {
  isLooserThan,
  loosestOf,
  type ModeLike,
  type PermissionMode,
  STRICTEST_FIRST,
} from '../gate/permission-mode.ts';
import { cleanLine } from '../text/clean-text.ts';
import type { ConfigOption } from './events.ts';
import type { SessionState } from './session-state.ts';

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

/** The mode in force, and whose it is where it is not simse's own. */
export function describeMode(state: Modes & Pick<SessionState, 'backend'>): string {
  const { mode, agents } = modeInForce(state);
  if (agents === null) return `The mode is ${mode}.`;
  const theirs = `${state.backend} is in its own mode "${cleanLine(agents.name)}", which counts`;
  return `The mode is ${mode}: ${theirs}; simse's is ${state.mode}.`;
}
