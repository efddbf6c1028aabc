export const RESOURCE_NOT_FOUND = -32002;
export const INVALID_PARAMS = -32602;

/** The SDK sends `code`, `message` and `data` of whatever a handler throws; its own McpError doubles the code in the text. */
export function protocolError(code: number, message: string, data?: Record<string, unknown>): Error {
  return Object.assign(new Error(message), { code, ...(data === undefined ? {} : { data }) });
}
