import { closest } from '../core/closest.ts';
import { SimseError } from '../core/errors.ts';
import { isRecord } from '../core/json.ts';
import { matchesPattern } from '../core/permission-rule.ts';
import type { CatalogueTool } from '../core/ports.ts';
import { toCatalogueTool } from './translate/to-catalogue-tool.ts';

const MAX_PAGES = 64;
const MAX_TOOLS = 1000;

export interface ToolFilter {
  /** The server's name in the config. */
  name: string;
  /** Tool names, `*` for anything. */
  includeTools?: readonly string[];
  excludeTools?: readonly string[];
}

export interface FetchedTools {
  tools: CatalogueTool[];
  /** What was wrong with the list, one line each. */
  problems: string[];
}

/**
 * Every tool that a server offers and the config lets through. A malformed or doubled tool is left out and reported,
 * never a reason to lose the others.
 */
export async function fetchTools(
  filter: ToolFilter,
  fetchPage: (cursor: string | undefined) => Promise<unknown>,
): Promise<FetchedTools> {
  const { definitions, problems } = await fetchDefinitions(fetchPage);
  const offered = new Map<string, CatalogueTool>();
  for (const definition of definitions) {
    const { tool, problem } = toCatalogueTool(filter.name, definition);
    if (problem !== undefined) problems.push(problem);
    if (tool === null) continue;
    if (offered.has(tool.tool)) problems.push(`tool ${tool.tool} is listed twice; the first one counts`);
    else offered.set(tool.tool, tool);
  }
  problems.push(...unmatchedPatterns(filter, [...offered.keys()]));
  return { tools: [...offered.values()].filter(({ tool }) => isWanted(filter, tool)), problems };
}

async function fetchDefinitions(
  fetchPage: (cursor: string | undefined) => Promise<unknown>,
): Promise<{ definitions: unknown[]; problems: string[] }> {
  const definitions: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    if (!isRecord(page) || !Array.isArray(page.tools)) {
      throw new SimseError('mcp_failed', 'answered tools/list without a list of tools');
    }
    definitions.push(...page.tools);
    cursor = typeof page.nextCursor === 'string' && page.nextCursor !== '' ? page.nextCursor : undefined;
    if (cursor !== undefined && seen.has(cursor)) {
      return { definitions, problems: ['tools/list repeats a page; the rest was left out'] };
    }
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined && seen.size < MAX_PAGES && definitions.length < MAX_TOOLS);

  const isCut = cursor !== undefined || definitions.length > MAX_TOOLS;
  const problems = isCut
    ? [`offers over ${MAX_TOOLS} tools or ${MAX_PAGES} pages; the rest was left out`]
    : [];
  return { definitions: definitions.slice(0, MAX_TOOLS), problems };
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
