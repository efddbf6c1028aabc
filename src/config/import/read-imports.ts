import { SimseError } from '../../core/errors.ts';
import { configError } from '../config-problem.ts';
import { readConfigText } from '../read-config-file.ts';
import type { ImportPlaces, ImportSource } from './import-sources.ts';
import { type ImportedServer, toMcpEntry } from './to-mcp-entry.ts';

/** Some hosts keep much more in the same file. */
const MAX_BYTES = 20_000_000;

/** A server that was found with another host. */
export interface FoundServer extends ImportedServer {
  /** The id of the host. */
  source: string;
  file: string;
}

export interface FoundImports {
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
