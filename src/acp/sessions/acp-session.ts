import type { GateRequest, ResolvedPath, Verdict } from '../../core/gate/gate-request.ts';
import type { AskContext } from '../../core/ports/gatekeeper.ts';
import type { RpcParams } from '../../core/rpc/rpc-message.ts';
import type { Activity } from './activity.ts';
import type { AgentContext } from './agent-context.ts';
import type { Approvals } from './approvals.ts';
import type { Oversight } from './oversight.ts';
import type { SessionSettings } from './session-settings.ts';
import type { AgentTerminals } from './terminals.ts';
import type { CallMemory, PlanMemory } from './update-memory.ts';

/** How a tool call ended that simse made for an agent: with a result, or with an error in words. */
export type CallOutcome = { toolCallId: string; toolName: string } & (
  | { result: RpcParams }
  | { error: string }
);

/** One turn of a session, from its prompt to its end. */
export interface AcpTurn {
  /** Aborts the questions, tools and commands of the turn. */
  readonly cancelled: AbortController;
  isRunning: boolean;
  /** What the agent has said, for the dialect in which the answer comes a second time at the end. */
  said: string;
  /** The tools that simse runs for the agent, in the dialect in which it does. */
  toolRuns: Promise<CallOutcome>[];
}

/** One conversation on an agent: what its updates and its requests have in common. */
export interface AcpSession {
  /** Empty until the agent has answered `session/new`. */
  readonly id: string;
  readonly cwd: string;
  readonly agent: AgentContext;
  readonly activity: Activity;
  readonly calls: CallMemory;
  readonly plan: PlanMemory;
  readonly approvals: Approvals;
  readonly oversight: Oversight;
  readonly settings: SessionSettings;
  readonly terminals: AgentTerminals;
  /** The turn that runs now, or the last one. */
  readonly turn: AcpTurn;
  beginTurn(): AcpTurn;
  /** Takes the `update` of a `session/update`, in the words of ACP v1. Never throws. */
  receive(update: Record<string, unknown>): void;
  resolve(path: string): ResolvedPath;
  /** Asks the gate, unless the user has just allowed exactly this in answer to the agent's own question. */
  authorize(request: GateRequest, context: Omit<AskContext, 'askedBy'>): Promise<Verdict>;
}

/** A session that is not open yet. */
export interface OpeningSession extends AcpSession {
  setId(id: string): void;
  /** While the agent tells of what was before: only what holds now is taken. */
  isReplaying: boolean;
}
