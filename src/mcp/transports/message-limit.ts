/** The largest message that is taken from a server or through the bridge. */
export const MESSAGE_LIMIT_BYTES = 32 * 1024 * 1024;
