/**
 * What single agents do their own way, as data. `agent` is held against the name in `agentInfo`; nothing here is needed
 * for an agent that keeps to the protocol.
 */
export interface VendorQuirks {
  /** It takes the error for a missing file for a failure, and then cannot create files. */
  missingFileIsEmpty?: true;
  /** Commands it offers that only work on its own screen. */
  hiddenCommands?: readonly string[];
  /** What it writes about its own state as if it were its answer; logged instead. */
  chatter?: RegExp;
  /** It tells what a call will do as JSON in its content while it prepares the call, and asks without repeating it. */
  argumentsAsText?: true;
}

const QUIRKS: readonly (VendorQuirks & { agent: RegExp })[] = [
  { agent: /^gemini-cli$/i, missingFileIsEmpty: true, chatter: /^\[MODE_UPDATE\] \w+\s*$/ },
  { agent: /copilot/i, hiddenCommands: ['diff', 'resume', 'login', 'logout', 'undo', 'exit', 'quit'] },
  { agent: /^kimi\b/i, argumentsAsText: true },
];

/** The quirks of an agent, by its own name. */
export function quirksOf(agentName: string | undefined): VendorQuirks {
  return QUIRKS.find(({ agent }) => agent.test(agentName ?? '')) ?? {};
}

/** The ids of options that do not only reject, but also end the turn. */
export const ENDS_TURN = /^(?:cancel|abort)/i;

/** The tools by which agents ask to leave their plan mode. */
export const PLAN_TOOL = /^(?:exit|leave)_?plan(?:_?mode)?$/i;

/** The ids of what agents offer to a plan: Claude (and as it was before), Codex, Qwen and the built-in one. */
export const PLAN_ANSWERS: Readonly<Record<'approve' | 'acceptEdits' | 'keepPlanning', readonly string[]>> = {
  approve: ['exit-plan-default', 'default', 'implement_plan', 'proceed_once', 'approve'],
  acceptEdits: ['exit-plan-accept-edits', 'acceptEdits', 'proceed_always'],
  keepPlanning: ['reject', 'plan', 'revise_plan', 'cancel', 'keep_planning'],
};

/** Where agents put the tool's own name and the calling tool into `_meta`. */
type MetaPath = readonly string[];
export const META_TOOL_NAME: readonly MetaPath[] = [['claudeCode', 'toolName'], ['toolName'], ['tool_name']];
export const META_PARENT_ID: readonly MetaPath[] = [
  ['claudeCode', 'parentToolUseId'],
  ['simse', 'parentToolCallId'],
];
/** The mark of a call of an MCP tool whose name is in its input. */
export const META_IS_MCP_CALL = 'is_mcp_tool_call';
