import type { Claim } from '../../core/gate/gate-request.ts';
import type { ToolCatalogue } from '../../core/ports/catalogue.ts';
import { BRIDGE_TOOLS, isCallOf } from '../../core/text/tool-names.ts';

/** What a backend can only call through the bridge, by its qualified name. */
export function bridgedTools(catalogue: ToolCatalogue): string[] {
  return [...BRIDGE_TOOLS, ...catalogue.list().map(({ name }) => name)];
}

/**
 * Which of these tools, given by their qualified names, a backend's own permission request is about, when it can only reach
 * that through the bridge. The call itself then comes to the gate with what will really run, so the backend's question is
 * not the user's. Only an exact name counts, and nothing that carries a command, a change or the places of files; a title
 * alone counts for less than a name, since a command can be called anything.
 */
export function bridgedToolOf(claim: Claim, tools: readonly string[]): string | undefined {
  if (claim.command !== undefined || claim.diffs.length > 0 || touchesFiles(claim)) return undefined;
  const call = { name: claim.toolName, title: claim.title, kind: claim.toolKind };
  return tools.find((tool) => isCallOf(tool, call));
}

/** A path in the input of a call that changes nothing by itself may be any tool's argument. */
function touchesFiles({ paths, pathsAreArguments, toolKind }: Claim): boolean {
  const isChange = toolKind === 'edit' || toolKind === 'delete' || toolKind === 'move';
  return paths.length > 0 && (isChange || pathsAreArguments !== true);
}
