import type { GateRequest } from '../../core/gate-request.ts';
import { isCallOf } from '../../core/tool-spellings.ts';

/**
 * Whether a backend's own permission request is about one of these tools, given by their qualified names, which it can only
 * reach through the bridge. The call itself then comes to the gate with what will really run, so the backend's question is
 * answered yes and the user is asked once, with the truth. Only an exact name counts, and nothing that carries a command or
 * a change of files; a title alone counts for less than a name, since a command can be called anything.
 */
export function isBridgedClaim(request: GateRequest, tools: readonly string[]): boolean {
  if (request.kind !== 'claim' || request.command !== undefined || request.diffs.length > 0) return false;
  const call = { name: request.toolName, title: request.title, kind: request.toolKind };
  return tools.some((tool) => isCallOf(tool, call));
}
