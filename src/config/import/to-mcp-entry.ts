import { formatPath } from '../config-problem.ts';
import type { McpEntry } from '../edit-mcp-entries.ts';
import { parseMcpServer } from '../parse-mcp-server.ts';
import type { ForeignServer } from './foreign-server.ts';
import { translateVariables, type VariablePlace, type VariableStyle } from './translate-variables.ts';

const MAX_NAME_CHARS = 32;

/** A server of another host, as simse would write it. */
export interface ImportedServer {
  /** Its name here, which has fewer letters to choose from. */
  name: string;
  /** As the other host calls it. */
  originalName: string;
  /** null when simse cannot have it. Switched off where `reasons` say why it cannot run as it is. */
  entry: McpEntry | null;
  reasons: string[];
}

/** Puts a server into the form of mcp.json: its name, its variables, and nothing that would not be valid there. */
export function toMcpEntry(
  { name: originalName, settings, unusable, blockers }: ForeignServer,
  style: VariableStyle,
  place: VariablePlace,
): ImportedServer {
  const name = ownName(originalName);
  if (unusable !== undefined) return { name, originalName, entry: null, reasons: [unusable] };
  const reasons = new Set(blockers);
  const translated = mapTexts(settings, (text) => {
    const result = translateVariables(text, style, place);
    for (const blocker of result.blockers) reasons.add(blocker);
    return result.text;
  });
  const entry: McpEntry = {
    name,
    ...(translated as object),
    ...(reasons.size > 0 ? { enabled: false } : {}),
  };
  const checked = parseMcpServer({ path: [], value: entry });
  if (checked.ok) return { name, originalName, entry, reasons: [...reasons] };
  const problems = checked.problems.map(({ path, text }) => `${formatPath(path)} ${text}`);
  return { name, originalName, entry: null, reasons: problems };
}

function ownName(name: string): string {
  const allowed = name.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '');
  return allowed.slice(0, MAX_NAME_CHARS) || 'server';
}

/** The value with every text in it changed, and without what is undefined. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined && field !== null);
  return Object.fromEntries(fields.map(([key, field]) => [key, mapTexts(field, change)]));
}
