/** Where agents put their own id of a tool call, as they name it to simse: the built-in one, Claude, Codex. */
const KEYS = ['simse/toolCallId', 'claudecode/toolUseId', 'callId'];

/** What `_meta` of tools/call says of the call that the agent makes it for. */
export function readCallId(meta: Record<string, unknown> | undefined): { toolCallId?: string } {
  const id = KEYS.map((key) => meta?.[key]).find((value) => typeof value === 'string');
  return typeof id === 'string' ? { toolCallId: id } : {};
}
