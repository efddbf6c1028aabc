import { closest } from '../../core/text/closest.ts';
import { matchesPattern } from '../../core/gate/permission-rule.ts';
import { type HostTool, toCatalogueTool } from '../translate/to-catalogue-tool.ts';
import { type Fetched, fetchPages } from './fetch-pages.ts';

export interface ToolFilter {
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
  const { items: definitions, problems } = await fetchPages('tools/list', 'tools', fetchPage);
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
