export const EXIT_OK = 0;
export const EXIT_FAILED = 1;

/** Why simse could not do what was asked, and the exit code of the process for each. */
const EXIT_CODES = {
  usage: 2,
  config: 2,
  untrusted: 2,
  timeout: 3,
  limit: 3,
  no_session: 4,
  no_backend: 4,
  denied: 5,
  auth_required: 6,
  interrupted: 130,
  hung_up: 129,
  quit: 131,
  terminated: 143,
  not_found: EXIT_FAILED,
  backend_failed: EXIT_FAILED,
  protocol: EXIT_FAILED,
  mcp_failed: EXIT_FAILED,
  tool_failed: EXIT_FAILED,
  store_failed: EXIT_FAILED,
  duplicate: EXIT_FAILED,
  cancelled: 130,
} as const;

export type ErrorCode = keyof typeof EXIT_CODES;

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

/** The process exit code for anything that was thrown; a bug is 1. */
export function exitCodeOf(thrown: unknown): number {
  return thrown instanceof SimseError ? EXIT_CODES[thrown.code] : EXIT_FAILED;
}

/** The process exit code for an error code. */
export function exitCodeFor(code: ErrorCode): number {
  return EXIT_CODES[code];
}

/** What was thrown, for the user: the message and what to do next, or for a bug all that helps to mend it. */
export function describeFailure(thrown: unknown): string {
  if (thrown instanceof SimseError) {
    const hint = thrown.hint === undefined ? '' : `\n${thrown.hint}`;
    return `simse: ${thrown.message}${hint}\n`;
  }
  const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return `simse: this is a bug. Please report it with these lines:\n${stack}\n`;
}
