/** Error codes of ACP, beside those of JSON-RPC. */
export const AUTH_REQUIRED = -32000;
export const RESOURCE_NOT_FOUND = -32002;
export const UNSUPPORTED_VERSION = -32022;
export const REQUEST_CANCELLED = -32800;
/** simse's own, in the range that JSON-RPC leaves to implementations: the gate said no. */
export const DENIED = -32003;
