import type { AgentContext } from './agent-context.ts';

const DEFAULT_TIMEOUT_MS = 60_000;
/** Models think for minutes without a word. */
const PATIENT_MS = 10 * 60 * 1000;

/**
 * How long a turn may be silent, in milliseconds: `timeoutMs` as the simse dialect has it. An agent of the public protocol
 * gets ten minutes at least, unless its `timeoutMs` was set below the default.
 */
export function silenceLimitOf({ config, dialect }: Pick<AgentContext, 'config' | 'dialect'>): number {
  if (dialect.runsTools || config.timeoutMs < DEFAULT_TIMEOUT_MS) return config.timeoutMs;
  return Math.max(config.timeoutMs, PATIENT_MS);
}
