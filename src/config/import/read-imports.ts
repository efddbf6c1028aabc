import { SimseError } from '../../core/errors.ts';
import { configError, formatPath } from '../config-problem.ts';
import type { McpEntry } from '../edit-entries.ts';
import { parseMcpServer } from '../parse-mcp-server.ts';
import { readConfigText } from '../read-config-file.ts';
import type { ForeignServer } from './foreign-server.ts';
import type { ImportPlaces, ImportSource } from './import-sources.ts';
import { translateVariables, type VariablePlace, type VariableStyle } from './translate-variables.ts';

const MAX_NAME_CHARS = 32;

/** A server of another host, as simse would write it. */
interface ImportedServer {
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

/** Some hosts keep much more in the same file. */
const MAX_BYTES = 20_000_000;

/** A server that was found with another host. */
export interface FoundServer extends ImportedServer {
  /** The id of the host. */
  source: string;
  file: string;
}

interface FoundImports {
  servers: FoundServer[];
  /** What is wrong with files that could not be read, one sentence each. */
  problems: string[];
}

/** Reads what these hosts have. Of the servers of one name, only the strongest counts. Never rejects. */
export async function readImports(
  sources: readonly ImportSource[],
  places: ImportPlaces,
): Promise<FoundImports> {
  const found: FoundImports = { servers: [], problems: [] };
  for (const source of sources) {
    const { servers, problems } = await readSource(source, places);
    found.servers.push(...withUniqueNames(servers));
    found.problems.push(...problems);
  }
  return found;
}

async function readSource(source: ImportSource, places: ImportPlaces): Promise<FoundImports> {
  const servers = new Map<string, FoundServer>();
  const problems: string[] = [];
  for (const file of source.files) {
    try {
      for (const server of await readFile(source, file, places)) {
        if (!servers.has(server.originalName)) servers.set(server.originalName, server);
      }
    } catch (thrown) {
      if (!(thrown instanceof SimseError)) throw thrown;
      problems.push(thrown.message);
    }
  }
  return { servers: [...servers.values()], problems };
}

async function readFile(
  { id, variables }: ImportSource,
  { path, parse }: ImportSource['files'][number],
  { platform, home, cwd }: ImportPlaces,
): Promise<FoundServer[]> {
  const text = await readConfigText(path, MAX_BYTES);
  if (text === null) return [];
  const parsed = parse(text, { project: cwd });
  if (!parsed.ok) throw configError(path, parsed.problems, '');
  return parsed.value.map((foreign) => {
    const server = toMcpEntry(foreign, variables, { platform, home, project: cwd });
    return { ...server, source: id, file: path };
  });
}

/** Two names may be one in the letters that a name has here. */
function withUniqueNames(servers: readonly FoundServer[]): FoundServer[] {
  const taken = new Set<string>();
  return servers.map((server) => {
    let { name } = server;
    for (let number = 2; taken.has(name); number += 1) name = `${server.name.slice(0, 29)}-${number}`;
    taken.add(name);
    return { ...server, name, entry: server.entry && { ...server.entry, name } };
  });
}
