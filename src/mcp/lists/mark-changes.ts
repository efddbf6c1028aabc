import type { McpServerConfig } from '../../config/mcp-server-config.ts';
import type { PinSubject, ToolPins } from '../pins/tool-pins.ts';
import type { HostTool } from '../translate/to-catalogue-tool.ts';
import type { Fetched } from './fetch-pages.ts';
import type { FetchedTools } from './fetch-tools.ts';

/** What the tools of each server were when the user last approved of them. */
export interface PinnedTools {
  pins: Pick<ToolPins, 'check' | 'accept'>;
  subjectOf(config: McpServerConfig): PinSubject;
}

/** The tools that were read, those marked that are not what the user has approved of. */
export async function markChanges(
  { pins, subjectOf }: PinnedTools,
  config: McpServerConfig,
  { items, problems, definitions }: FetchedTools,
): Promise<Fetched<HostTool>> {
  const { changes, problems: pinProblems } = await pins.check(subjectOf(config), definitions);
  return {
    items: items.map((tool) => {
      const change = changes.get(tool.tool);
      return change === undefined ? tool : { ...tool, change };
    }),
    problems: [...problems, ...pinProblems],
  };
}

/** The tool without its change. */
export function withoutChange({ change: _change, ...tool }: HostTool): HostTool {
  return tool;
}
