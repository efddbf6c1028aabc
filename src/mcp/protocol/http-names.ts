/** What MCP over HTTP is written with, at both ends: by the host's transports and by simse's own server. */
export const SESSION_HEADER = 'mcp-session-id';
export const VERSION_HEADER = 'mcp-protocol-version';
/** After which event a stream is to be continued. */
export const LAST_EVENT_HEADER = 'last-event-id';
export const EVENT_STREAM = 'text/event-stream';
export const JSON_BODY = 'application/json';
