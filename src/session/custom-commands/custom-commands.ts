import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isInside } from '../../core/gate/workspace-path.ts';
import { describeBytes } from '../../core/ports/prompt-parts.ts';
import type { CustomCommandInfo } from '../../core/ports/session-commands.ts';
import { splitCommandLine } from '../../platform/command-line.ts';
import type { CommandFile } from './parse-command-file.ts';

const MAX_FILE_BYTES = 64 * 1024;
const MAX_FILES = 200;
const MAX_DEPTH = 4;
const NAME = /^[\w-]+$/;

/** A command as it was found in a folder. */
interface FoundCommand extends CommandFile {
  name: string;
  file: string;
}

/**
 * The commands of a folder, and what was found there that is none, a sentence each. A folder that is not there has none.
 * Where they are a project's, `project` is its directory, out of which no link may lead.
 */
async function readCommands(
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
    if (typeof read === 'string') problems.push(`${file} is not a command: ${read}.`);
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
  if (!stats.isFile()) return 'it is not a file';
  if (stats.size > MAX_FILE_BYTES)
    return `it has ${describeBytes(stats.size)}, and ${describeBytes(MAX_FILE_BYTES)} are the limit`;
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return 'it cannot be read';
  // YAML is loaded by those who have commands.
  const { parseCommandFile } = await import('./parse-command-file.ts');
  const parsed = parseCommandFile(text);
  return parsed.body === '' ? 'it is empty' : parsed;
}

const PLACEHOLDERS = /\$(ARGUMENTS\b|[1-9](?!\d))/g;

/**
 * The prompt of a command: `$ARGUMENTS` is all that was typed behind its name, `$1` to `$9` are words of that, in quotes where
 * they have blanks. Where the prompt asks for nothing, what was typed follows it.
 */
function expandCommand(body: string, typed: string): string {
  const words = splitWords(typed);
  let isUsed = false;
  const expanded = body.replace(PLACEHOLDERS, (_, name: string) => {
    isUsed = true;
    return name === 'ARGUMENTS' ? typed : (words[Number(name) - 1] ?? '');
  });
  return isUsed || typed === '' ? expanded : `${expanded}\n\n${typed}`;
}

/** A quote that is not closed is a letter, as in `don't`. */
function splitWords(typed: string): string[] {
  try {
    return splitCommandLine(typed);
  } catch {
    return typed.split(/\s+/);
  }
}

interface Places {
  /** The project's directory. */
  cwd: string;
  /** The user's config directory. */
  configDir: string;
}

/** Commands that are prompts in files. They are text and nothing else: nothing in them is ever run. */
export interface CustomCommands {
  /** As they were read last. */
  list(): readonly CustomCommandInfo[];
  /** Reads the files. Resolves with what is wrong with them, a sentence each. */
  load(): Promise<string[]>;
  /** The prompt that a line as `/name words` stands for, by the file as it is now; null where it names none. */
  expand(line: string): Promise<string | null>;
}

interface Kept extends FoundCommand {
  source: string;
}

/** Those of the project (`.simse/commands`) and of the user (`commands` beside the config). simse's own names are taken. */
export function createCustomCommands(
  { cwd, configDir }: Places,
  isTaken: (name: string) => boolean,
): CustomCommands {
  let known: readonly Kept[] = [];

  const load = async (): Promise<string[]> => {
    const project = await readCommands(join(cwd, '.simse', 'commands'), cwd);
    const yours = await readCommands(join(configDir, 'commands'));
    const all: Kept[] = [
      ...project.commands.map((command) => ({ ...command, source: 'project' })),
      ...yours.commands.map((command) => ({ ...command, source: 'yours' })),
    ];
    known = all.filter(
      ({ name }, index) => !isTaken(name) && all.findIndex((one) => one.name === name) === index,
    );
    return [...project.problems, ...yours.problems, ...all.flatMap((one) => whyLeftOut(one, known, isTaken))];
  };

  return {
    list: () => known,
    load,
    async expand(line) {
      const [, name = '', typed = ''] = /^\/(\S+)\s*([\s\S]*)$/.exec(line) ?? [];
      if (!/^[\w:-]+$/.test(name) || isTaken(name)) return null;
      await load();
      const command = known.find((candidate) => candidate.name === name);
      return command === undefined ? null : expandCommand(command.body, typed.trim());
    },
  };
}

function whyLeftOut(command: Kept, known: readonly Kept[], isTaken: (name: string) => boolean): string[] {
  const { name, file } = command;
  if (isTaken(name)) return [`The command ${file} is left out: /${name} is one of simse's own.`];
  if (known.includes(command)) return [];
  return [`The command ${file} is left out: the project has a /${name} of its own.`];
}
