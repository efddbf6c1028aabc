import { messageOf, SimseError } from '../../core/errors.ts';
import type { GateRequest } from '../../core/gate/gate-request.ts';
import type { McpHost } from '../../core/ports/mcp-host.ts';
import type { ToolChange } from '../../core/tool-call.ts';

/** What has happened to tools since the user approved of them. */
export interface ToolChanges {
  /** How a tool differs from what was approved; undefined when it does not. */
  of(tool: string): ToolChange | undefined;
  /** Approves of a tool as it is now; see `McpHost.acceptChange`. */
  accept(tool: string, hash: string): Promise<void>;
}

/** Of the tools of a host. */
export function changesIn(host: McpHost): ToolChanges {
  return {
    of: (tool) => host.catalogue.find(tool)?.change,
    accept: (tool, hash) => host.acceptChange(tool, hash),
  };
}

export function changeIn(request: GateRequest): ToolChange | undefined {
  return request.kind === 'tool' ? request.change : undefined;
}

/** The request with how its tool is by now: whoever made it need not know. */
export function withChange(request: GateRequest, changes: ToolChanges): GateRequest {
  if (request.kind !== 'tool') return request;
  const { kind, tool, args } = request;
  const change = changes.of(tool);
  return { kind, tool, args, ...(change && { change }) };
}

/**
 * Accepts the change that the user was shown with a request. False when the tool is another by now, so that the answer was
 * not about it. `warn` is told what could not be kept.
 */
export async function acceptChange(
  request: GateRequest,
  changes: ToolChanges,
  warn: (text: string) => void,
): Promise<boolean> {
  const now = request.kind === 'tool' ? changes.of(request.tool) : undefined;
  if (request.kind !== 'tool' || now === undefined) return true;
  if (now.hash !== request.change?.hash) return false;
  try {
    await changes.accept(request.tool, now.hash);
  } catch (error) {
    if (error instanceof SimseError && error.code === 'not_found') return false;
    warn(`That you allowed ${request.tool} as it is now holds for this run only: ${messageOf(error)}`);
  }
  return true;
}
