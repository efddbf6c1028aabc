import type { GateRequest, ResolvedPath, Verdict } from '../core/gate/gate-request.ts';
import type { AskContext } from '../core/ports/gatekeeper.ts';
import type { Activity } from './activity.ts';
import type { AgentContext } from './agent-context.ts';
import type { Approvals } from './approvals.ts';
import type { CallMemory } from './call-memory.ts';
import type { Oversight } from './oversight.ts';
import type { PlanMemory } from './plan-memory.ts';
import type { SessionSettings } from './session-settings.ts';
import type { Terminals } from './terminals.ts';
import type { ToolOutcome } from './tool-outcome.ts';

/** One turn of a session, from its prompt to its end. */
export interface Turn {
  /** Aborts the questions, tools and commands of the turn. */
  readonly cancelled: AbortController;
  isRunning: boolean;
  /** What the agent has said, for the dialect in which the answer comes a second time at the end. */
  said: string;
  /** The tools that simse runs for the agent, in the dialect in which it does. */
  toolRuns: Promise<ToolOutcome>[];
}

/** One conversation on an agent: what its updates and its requests have in common. */
export interface AgentSession {
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
  readonly terminals: Terminals;
  /** The turn that runs now, or the last one. */
  readonly turn: Turn;
  beginTurn(): Turn;
  /** Takes the `update` of a `session/update`, in the words of ACP v1. Never throws. */
  receive(update: Record<string, unknown>): void;
  resolve(path: string): ResolvedPath;
  /** Asks the gate, unless the user has just allowed exactly this in answer to the agent's own question. */
  authorize(request: GateRequest, context: Omit<AskContext, 'askedBy'>): Promise<Verdict>;
}
