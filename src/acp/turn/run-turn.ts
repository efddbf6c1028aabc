import { onAbort } from '../../core/abort.ts';
import type { ContentBlock } from '../../core/content.ts';
import { SimseError } from '../../core/errors.ts';
import type { TurnResult } from '../../core/ports/backend.ts';
import { RpcError } from '../../core/rpc/rpc-message.ts';
import type { TurnError } from '../../core/state/events.ts';
import type { AcpSession } from '../sessions/acp-session.ts';
import type { AgentContext } from '../sessions/agent-context.ts';
import { describeDuration } from '../wire/acp-peer.ts';
import { isUnknownSession, toSimseError } from '../wire/agent-error.ts';
import { promptAgent } from './prompt-agent.ts';

const DEFAULT_TIMEOUT_MS = 60_000;
/** Models think for minutes without a word. */
const PATIENT_MS = 10 * 60 * 1000;

/** How long an agent may take to end a turn that was cancelled, before the agent itself is ended. */
const CANCEL_GRACE_MS = 5000;

/**
 * One turn: the prompt, its updates, its questions and its end. Rejects only when the agent has gone. Whether the turn
 * was cancelled is known here, and not taken from the agent's answer.
 */
export async function runTurn(
  session: AcpSession,
  blocks: ContentBlock[],
  signal: AbortSignal,
): Promise<TurnResult> {
  if (signal.aborted) return { stopReason: 'cancelled' };
  const { activity, agent } = session;
  const turn = session.beginTurn();
  let broken = null as TurnResult | null;
  let grace: NodeJS.Timeout | undefined;

  const breakOff = (result: TurnResult): void => {
    if (broken !== null) return;
    broken = result;
    turn.cancelled.abort();
    agent.peer.notify('session/cancel', { sessionId: session.id });
    grace = setTimeout(() => void agent.stop(), CANCEL_GRACE_MS);
  };
  const cancel = (): void => breakOff({ stopReason: 'cancelled' });
  const stopWatching = activity.watchSilence(silenceLimitOf(agent), () => breakOff(silent(session)));
  const stopListening = onAbort(signal, cancel);
  try {
    const result = await promptAgent(session, blocks, turn);
    stopWatching();
    await activity.quiet();
    if (result.stopReason === 'cancelled') turn.cancelled.abort();
    return broken ?? result;
  } catch (thrown) {
    if (broken !== null) return broken;
    if (!(thrown instanceof RpcError)) throw thrown;
    const code = isUnknownSession(thrown, session.id) ? 'no_session' : 'backend_failed';
    return failed(toSimseError(thrown, agent.identity, code));
  } finally {
    stopWatching();
    clearTimeout(grace);
    stopListening();
    turn.isRunning = false;
  }
}

/**
 * How long a turn may be silent, in milliseconds: `timeoutMs` as the simse dialect has it. An agent of the public protocol
 * gets ten minutes at least, unless its `timeoutMs` was set below the default.
 */
export function silenceLimitOf({ config, dialect }: Pick<AgentContext, 'config' | 'dialect'>): number {
  if (dialect.runsTools || config.timeoutMs < DEFAULT_TIMEOUT_MS) return config.timeoutMs;
  return Math.max(config.timeoutMs, PATIENT_MS);
}

function silent({ agent }: AcpSession): TurnResult {
  const { name } = agent.identity;
  const message = `${name} was silent for ${describeDuration(silenceLimitOf(agent))}`;
  return failed(
    new SimseError('timeout', message, { hint: `Raise timeoutMs of ${name} in acp.json to wait longer.` }),
  );
}

function failed({ code, message, hint }: SimseError): TurnResult {
  const error: TurnError = { code, message, ...(hint === undefined ? {} : { hint }) };
  return { stopReason: 'error', error };
}
