// Keys of `_meta` by which simse's own parts tell each other what ACP and MCP have no field for.

/**
 * ACP has no field for why the user rejected something. simse's own agent takes it with the answer, as `_meta` by this name,
 * and says so in its capabilities by the same; others are told afterwards.
 */
export const REJECTION_REASON = 'simse/rejectionReason';

/** In a notice's `_meta`: it is about this start of the agent, and of no use in a session's record. */
export const FLEETING_NOTICE = 'simse/fleeting';

/** In the end of a turn: it ended as it should, but did not do what was asked. One line for people. */
export const TURN_FAILURE = 'simse/failure';

/** In a command that simse is to run: it outlives the turn in which it began, also one that is cancelled. */
export const BACKGROUND_COMMAND = 'simse/background';

/** In a call through the bridge: the id of the agent's own tool call that it is made for. */
export const CALL_ID = 'simse/toolCallId';

/** In a request for the bridge's tools: it need not wait for other servers than that of this tool. */
export const WANTED_TOOL = 'simse/wanted';

/** In a tool of the bridge: what it is called in simse. */
export const TOOL_NAME = 'simse/tool';

/** In a resource or prompt of the bridge: the server it is from. */
export const SERVER_NAME = 'simse/server';
