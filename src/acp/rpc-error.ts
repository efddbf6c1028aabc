export const INVALID_PARAMS = -32602;
export const METHOD_NOT_FOUND = -32601;
export const INTERNAL_ERROR = -32603;
export const AUTH_REQUIRED = -32000;
export const RESOURCE_NOT_FOUND = -32002;
export const UNSUPPORTED_VERSION = -32022;
export const REQUEST_CANCELLED = -32800;
/** simse's own, in the range that JSON-RPC leaves to implementations: the gate said no. */
export const DENIED = -32003;

/** An error answer: one that an agent gave, or one to give to it. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
