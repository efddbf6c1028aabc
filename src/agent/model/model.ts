import type { AssistantModelMessage, ModelMessage } from 'ai';
import type { JsonObject } from '../../core/json.ts';

/** A message of a conversation with a model, as the AI SDK has it: plain JSON that can be kept. */
export type Message = ModelMessage;

/** A tool as a model is told of it. */
export interface ToolSpec {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  inputSchema: JsonObject;
}

/** What a model wants to be done. */
export interface RequestedCall {
  /** The model's own id of the call. */
  id: string;
  tool: string;
  args: unknown;
  /** Why the arguments cannot be used, in words for the model: they are not JSON. */
  problem?: string;
}

/** Tokens of one answer. */
export interface TokenUsage {
  input: number;
  output: number;
  /** Of the input, what the provider had in its cache, and what it put there. */
  cacheRead: number;
  cacheWrite: number;
}

export type AnswerEnd = 'stop' | 'tool_calls' | 'length' | 'refusal' | 'other';

/** A piece of an answer as it streams. `end` comes once and last. */
export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'tool_call'; call: RequestedCall }
  /** `message` is the whole answer as the model wants to be reminded of it, with its calls and its provider's own marks. */
  | { type: 'end'; reason: AnswerEnd; usage: TokenUsage; message: AssistantModelMessage };

export const REASONING_EFFORTS = ['off', 'low', 'medium', 'high'] as const;
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

export interface ModelRequest {
  system: string;
  messages: readonly Message[];
  tools: readonly ToolSpec[];
  effort: ReasoningEffort;
  signal: AbortSignal;
}

/** What a model costs, in US dollars for a million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
  cacheRead?: number;
  cacheWrite?: number;
  /** What a question costs as a whole when its input has more tokens than `above`. */
  long?: Omit<ModelPrice, 'long'> & { above: number };
}

/** What is known of a model before it is asked anything. */
export interface ModelInfo {
  /** `provider/model`, which names it among all that were found. */
  id: string;
  name: string;
  /** Tokens; null where unknown. */
  contextWindow: number | null;
  /** Tokens of one answer; null where unknown. */
  maxOutput: number | null;
  takesImages: boolean;
  canReason: boolean;
  price: ModelPrice | null;
}

export interface Model {
  readonly info: ModelInfo;
  /**
   * Asks once. Ends with an `end`, or throws a ModelError, after which what has streamed so far is not an answer. An aborted
   * signal throws its reason.
   */
  stream(request: ModelRequest): AsyncIterable<ModelPart>;
}

/**
 * Why a model gave no answer. `busy` and `dropped` may go better the next time; `too_long` when the conversation does not fit
 * its window; `auth` when the key is missing or wrong; `rejected` for any other answer that is final.
 */
export type ModelErrorKind = 'busy' | 'dropped' | 'too_long' | 'auth' | 'rejected';

interface ModelErrorOptions {
  /** How long the provider wants to be left alone, in milliseconds. */
  retryAfterMs?: number;
  cause?: unknown;
}

/** The message is for the user: one sentence without keys. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly kind: ModelErrorKind;
  readonly retryAfterMs: number | null;

  constructor(kind: ModelErrorKind, message: string, options: ModelErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
