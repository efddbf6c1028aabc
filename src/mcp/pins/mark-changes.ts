import type { McpServerConfig } from '../../config/mcp-server-config.ts';
import type { CatalogueTool } from '../../core/ports.ts';
import type { Fetched } from '../lists/fetch-pages.ts';
import type { FetchedTools } from '../lists/fetch-tools.ts';
import type { HostPins } from './tool-pins.ts';

/**
 * The tools of a list that has just been read, those that are not what the user approved with their change. Never rejects;
 * without pins every tool is what it is. What a host hands to `SupervisorContext.adoptTools`.
 */
export async function markChanges(
  pinned: HostPins | undefined,
  server: McpServerConfig,
  { items, definitions, problems }: FetchedTools,
): Promise<Fetched<CatalogueTool>> {
  if (pinned === undefined) return { items, problems };
  const check = await pinned.pins.check(pinned.subjectOf(server), definitions);
  const marked = items.map((tool): CatalogueTool => {
    const change = check.changes.get(tool.tool);
    return change === undefined ? tool : { ...tool, change };
  });
  return { items: marked, problems: [...problems, ...check.problems] };
}

/** The tools after a change was accepted; for `LiveList.update`. One that has changed again meanwhile keeps its change. */
export function withoutChange(
  tools: readonly CatalogueTool[],
  accepted: { tool: string; hash: string },
): CatalogueTool[] {
  return tools.map((tool) => {
    if (tool.tool !== accepted.tool || tool.change?.hash !== accepted.hash) return tool;
    const { change: _, ...approved } = tool;
    return approved;
  });
}
