import type { McpServerConfig } from '../../config/mcp-server-config.ts';
import { matchesPattern } from '../../core/gate/permission-rule.ts';
import { closest } from '../../core/text/closest.ts';
import { describeChanges, INSTRUCTIONS } from '../pins/tool-definition.ts';
import type { PinSubject, ToolPins } from '../pins/tool-pins.ts';
import { MCP_LISTS } from '../protocol/mcp-lists.ts';
import { type HostTool, toCatalogueTool } from '../translate/to-catalogue-tool.ts';
import { type Fetched, fetchPages } from './fetch-list.ts';

interface ToolFilter {
  /** The server's name in the config. */
  name: string;
  /** Tool names, `*` for anything. */
  includeTools?: readonly string[];
  excludeTools?: readonly string[];
}

export interface FetchedTools extends Fetched<HostTool> {
  /** The definitions as the server sent them, those that are not offered too. */
  definitions: readonly unknown[];
  /** What the server says to the model beside its tools. */
  instructions?: string | null;
}

/**
 * Every tool that a server offers and the config lets through. A malformed or doubled tool is left out and reported,
 * never a reason to lose the others.
 */
export async function fetchTools(
  filter: ToolFilter,
  fetchPage: (cursor: string | undefined) => Promise<unknown>,
): Promise<FetchedTools> {
  const { items: definitions, problems } = await fetchPages(MCP_LISTS.tools, fetchPage);
  const offered = new Map<string, HostTool>();
  for (const definition of definitions) {
    const { tool, problem } = toCatalogueTool(filter.name, definition);
    if (problem !== undefined) problems.push(problem);
    if (tool === null) continue;
    if (offered.has(tool.tool)) problems.push(`tool ${tool.tool} is listed twice; the first one counts`);
    else offered.set(tool.tool, tool);
  }
  problems.push(...unmatchedPatterns(filter, [...offered.keys()]));
  return {
    items: [...offered.values()].filter(({ tool }) => isWanted(filter, tool)),
    problems,
    definitions,
  };
}

function isWanted({ includeTools, excludeTools = [] }: ToolFilter, tool: string): boolean {
  const matches = (pattern: string): boolean => matchesPattern(pattern, tool);
  return (includeTools?.some(matches) ?? true) && !excludeTools.some(matches);
}

/** A pattern that fits no tool is most likely mistyped, and would otherwise go unnoticed. */
function unmatchedPatterns({ includeTools = [], excludeTools = [] }: ToolFilter, tools: string[]): string[] {
  return [...includeTools, ...excludeTools]
    .filter((pattern) => !tools.some((tool) => matchesPattern(pattern, tool)))
    .map((pattern) => {
      const meant = closest(pattern, tools);
      return `includeTools or excludeTools names ${pattern}, which it does not offer${meant === null ? '' : ` (${meant}?)`}`;
    });
}

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

function changedInstructions(server: string): string {
  return `its instructions have changed since its tools were approved, and are withheld from agents (simse mcp pins forget ${server} approves what it offers then)`;
}

/** The tool without its change. */
export function withoutChange({ change: _change, ...tool }: HostTool): HostTool {
  return tool;
}
