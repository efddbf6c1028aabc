import { join } from 'node:path';
import type { CustomCommandInfo } from '../../core/ports/session-commands.ts';
import { expandCommand } from './expand-command.ts';
import { type FoundCommand, readCommands } from './read-commands.ts';

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
