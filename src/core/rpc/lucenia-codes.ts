/** The error codes that the documented wire adds to those of JSON-RPC. Elsewhere the same numbers mean other things. */
export const SESSION_NOT_FOUND = -32_000;
export const TOOL_NOT_FOUND = -32_001;
export const TOOL_EXECUTION_FAILED = -32_002;
export const RATE_LIMIT_EXCEEDED = -32_003;
export const AUTHENTICATION_REQUIRED = -32_004;

/** Whether it is not the message that was refused but the session it came in. */
export function isAboutSession({ code }: { code: number }): boolean {
  return code === SESSION_NOT_FOUND || code === AUTHENTICATION_REQUIRED;
}
