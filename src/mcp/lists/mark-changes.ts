import type { McpServerConfig } from '../../config/mcp-server-config.ts';
import { describeChanges } from '../pins/compare-tools.ts';
import { INSTRUCTIONS } from '../pins/tool-definition.ts';
import type { PinSubject, ToolPins } from '../pins/tool-pins.ts';
import type { HostTool } from '../translate/to-catalogue-tool.ts';
import type { Fetched } from './fetch-pages.ts';
import type { FetchedTools } from './fetch-tools.ts';

/** What the tools of each server were when the user last approved of them. */
export interface PinnedTools {
  pins: Pick<ToolPins, 'check' | 'accept'>;
  subjectOf(config: McpServerConfig): PinSubject;
}

/** What may be offered. */
export interface AdoptedTools extends Fetched<HostTool> {
  /** Whether what the server says to the model is not what the user has approved of. */
  withholdsInstructions?: boolean;
}

function changedInstructions(server: string): string {
  return `its instructions are not what they were when its tools were approved, and are withheld from agents (simse mcp pins forget ${server} approves of what it has then)`;
}

/**
 * The tools that were read, those marked that are not what the user has approved of. What is not offered is held against the
 * pins as well, so that it is no news once it is, but is not told of.
 */
export async function markChanges(
  { pins, subjectOf }: PinnedTools,
  config: McpServerConfig,
  { items, problems, definitions, instructions = null }: FetchedTools,
): Promise<AdoptedTools> {
  const said = instructions === null ? [] : [{ name: INSTRUCTIONS, description: instructions }];
  const { changes, problems: pinProblems } = await pins.check(subjectOf(config), [...said, ...definitions]);
  const withholdsInstructions = changes.has(INSTRUCTIONS);
  const marked = items.map((tool) => {
    const change = changes.get(tool.tool);
    return change === undefined ? tool : { ...tool, change };
  });
  const offered = marked.flatMap(({ tool, change }) =>
    change === undefined ? [] : [[tool, change] as const],
  );
  return {
    items: marked,
    problems: [
      ...problems,
      ...pinProblems,
      ...(withholdsInstructions ? [changedInstructions(config.name)] : []),
      ...describeChanges(new Map(offered)),
    ],
    withholdsInstructions,
  };
}

/** The tool without its change. */
export function withoutChange({ change: _change, ...tool }: HostTool): HostTool {
  return tool;
}
