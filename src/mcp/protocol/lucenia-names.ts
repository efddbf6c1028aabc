/** The revision of MCP that Lucenia's message API was made after. */
export const LUCENIA_PROTOCOL_VERSION = '2024-11-05';

/** What it calls differently from MCP, or has beside it. */
export const SERVER_INFO = 'server/info';
export const SERVER_PING = 'server/ping';
export const GET_TOOL = 'tools/get';

/** The events of its stream: the first one names the session, the others bring answers and news of calls. */
export const CONNECTION_EVENT = 'connection';
export const RESPONSE_EVENT = 'message_response';
export const PROGRESS_EVENT = 'tool_progress';

/** What is posted. */
export interface LuceniaEnvelope {
  session_id: string;
  message: unknown;
}

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
