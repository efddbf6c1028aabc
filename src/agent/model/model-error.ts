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
