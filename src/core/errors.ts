/** Why simse could not do what was asked. `exit-codes.ts` maps each to an exit code. */
export type ErrorCode =
  | 'usage'
  | 'config'
  | 'untrusted'
  | 'timeout'
  | 'limit'
  | 'no_session'
  | 'no_backend'
  | 'denied'
  | 'auth_required'
  | 'interrupted'
  | 'terminated'
  | 'hung_up'
  | 'quit'
  | 'not_found'
  | 'backend_failed'
  | 'protocol'
  | 'mcp_failed'
  | 'tool_failed'
  | 'store_failed'
  | 'duplicate'
  | 'cancelled';

interface SimseErrorOptions {
  /** What the user can do next, one sentence or a command. */
  hint?: string;
  cause?: unknown;
}

/** An expected failure: shown as message and hint, without a stack. Anything else thrown is a bug. */
export class SimseError extends Error {
  override readonly name = 'SimseError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: SimseErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
  }
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The code of what Node threw, such as `ENOENT`; empty where there is none. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

/** Whether nothing is at a path, by what `node:fs` threw. */
export function isMissing(thrown: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(thrown));
}
