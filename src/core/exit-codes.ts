import { type ErrorCode, SimseError } from './errors.ts';

export const EXIT_OK = 0;
export const EXIT_FAILED = 1;

const EXIT_CODES: Record<ErrorCode, number> = {
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
};

/** The process exit code for anything that was thrown; a bug is 1. */
export function exitCodeOf(thrown: unknown): number {
  return thrown instanceof SimseError ? EXIT_CODES[thrown.code] : EXIT_FAILED;
}

/** The process exit code for an error code. */
export function exitCodeFor(code: ErrorCode): number {
  return EXIT_CODES[code];
}
