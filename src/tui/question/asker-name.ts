import type { PermissionQuestion } from '../../core/gate/gate-request.ts';
import type { ToolCall } from '../../core/tool-call.ts';
import { callKey, type SessionState } from '../../core/state/session-state.ts';

/** Who asks: the backend or the MCP server, and the sub-agent of it where the question comes from one. */
export function askerName(
  { askedBy, toolCallId }: PermissionQuestion,
  { entries }: Pick<SessionState, 'entries'>,
): string {
  const callOf = (id: string | undefined): ToolCall | undefined => {
    const entry = id === undefined ? undefined : entries.last(callKey(id));
    return entry?.kind === 'tool' ? entry.call : undefined;
  };
  const parent = callOf(callOf(toolCallId)?.parentId);
  return parent === undefined || parent.title === '' ? askedBy : `${askedBy}, for "${parent.title}"`;
}
