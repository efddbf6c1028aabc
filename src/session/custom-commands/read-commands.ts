import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describeBytes } from '../../core/ports/prompt-parts.ts';
import { isInside } from '../../core/gate/workspace-path.ts';
import type { CommandFile } from './parse-command-file.ts';

const MAX_FILE_BYTES = 64 * 1024;
const MAX_FILES = 200;
const MAX_DEPTH = 4;
const NAME = /^[\w-]+$/;

/** A command as it was found in a folder. */
export interface FoundCommand extends CommandFile {
  name: string;
  file: string;
}

/**
 * The commands of a folder, and what was found there that is none, a sentence each. A folder that is not there has none.
 * Where they are a project's, `project` is its directory, out of which no link may lead.
 */
export async function readCommands(
  folder: string,
  project?: string,
): Promise<{ commands: FoundCommand[]; problems: string[] }> {
  const problems: string[] = [];
  const files = (await listFiles(folder, '', 0)).sort((one, other) => (one.name < other.name ? -1 : 1));
  if (files.length > MAX_FILES)
    problems.push(`${folder} has ${files.length} commands; only the first ${MAX_FILES} are read.`);
  const commands: FoundCommand[] = [];
  const root = project === undefined ? null : await realpath(project).catch(() => project);
  for (const { name, file } of files.slice(0, MAX_FILES)) {
    const read = await readCommand(file, root);
    if (typeof read === 'string') problems.push(`${file} is no command: ${read}.`);
    else commands.push({ ...read, name, file });
  }
  return { commands, problems };
}

async function listFiles(
  folder: string,
  prefix: string,
  depth: number,
): Promise<{ name: string; file: string }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = entries.map(async (entry) => {
    const file = join(folder, entry.name);
    if (entry.isDirectory())
      return NAME.test(entry.name) && depth < MAX_DEPTH
        ? listFiles(file, `${prefix}${entry.name}:`, depth + 1)
        : [];
    const name = entry.name.replace(/\.md$/, '');
    return name !== entry.name && NAME.test(name) ? [{ name: prefix + name, file }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** What it says, or why it says nothing. */
async function readCommand(named: string, root: string | null): Promise<CommandFile | string> {
  const file = await realpath(named).catch(() => null);
  if (file === null) return 'it cannot be read';
  if (root !== null && !isInside([root], file)) return 'it leads out of the project';
  const stats = await stat(file).catch(() => null);
  if (stats === null) return 'it cannot be read';
  if (!stats.isFile()) return 'it is no file';
  if (stats.size > MAX_FILE_BYTES)
    return `it has ${describeBytes(stats.size)}, and ${describeBytes(MAX_FILE_BYTES)} are the limit`;
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return 'it cannot be read';
  // YAML is loaded by those who have commands.
  const { parseCommandFile } = await import('./parse-command-file.ts');
  const parsed = parseCommandFile(text);
  return parsed.body === '' ? 'it is empty' : parsed;
}
