import { StringDecoder } from 'node:string_decoder';
import { SimseError } from '../core/errors.ts';
import { createByteTail } from './byte-tail.ts';
import { commandLineOf, shellArgv } from './command-line.ts';
import { findExecutable } from './find-executable.ts';
import { endProcessGroup, forgetProcessGroup, isProcessGroupAlive, lookBelow } from './process-group.ts';
import { type ProcessExit, type ProcessOptions, type SpawnedProgram, spawnProgram } from './spawn-program.ts';

const IS_WINDOWS = process.platform === 'win32';
/** What makes a command without arguments a line for a shell, when there is no program of that very name. */
const SHELL_CHARACTERS = /[\s|&;<>()$`"'*?[\]{}~#=!]/;
/** Gives the program one pipe for both outputs, so that they stay in the order in which they were written. */
const ONE_PIPE = 'exec "$@" 2>&1';

export interface TerminalOptions extends ProcessOptions {
  /** How much of the end of the output is kept. */
  outputByteLimit: number;
}

/** A command that runs by itself, without input: its output is kept and can be looked at while it runs and after. */
export interface Terminal {
  snapshot(): { output: string; truncated: boolean; exit: ProcessExit | null };
  readonly exited: Promise<ProcessExit>;
  /** Ends the command and all that it left running. What it wrote stays. */
  kill(): Promise<void>;
}

/** What will be started, and the line that says so. */
export interface PlannedCommand {
  /** The file that runs: it was looked up once, so that it is the one that was judged. */
  command: string;
  args: readonly string[];
  line: string;
}

/**
 * What really has to be started: the command itself, or a shell when the command is a whole line for one. `variables` are
 * those of `env` that came with the command.
 */
export async function planCommand(
  { command, args, cwd, env }: ProcessOptions,
  variables: Readonly<Record<string, string>> = {},
): Promise<PlannedCommand> {
  const executable = await findExecutable(command, { cwd, env });
  const plan = (program: string, words: readonly string[], file: string | null): PlannedCommand => {
    const line = commandLineOf({ command: program, args: words, env: variables }, file);
    return { command: file ?? program, args: words, line };
  };
  const isLine = args.length === 0 && SHELL_CHARACTERS.test(command) && executable === null;
  if (!isLine) return plan(command, args, executable);
  const [shell = '', ...words] = shellArgv(command);
  return plan(shell, words, await findExecutable(shell, { cwd, env }));
}

/** Starts a command; `onText` gets all that it writes, stdout and stderr in order. Rejects as `spawnProgram`. */
export async function runTerminal(
  options: TerminalOptions,
  onText: (text: string) => void,
): Promise<Terminal> {
  const program = await spawnWithOnePipe(options);
  const tail = createByteTail(options.outputByteLimit);
  const decoder = new StringDecoder('utf8');
  let exit: ProcessExit | null = null;

  const onData = (chunk: Buffer): void => {
    tail.append(chunk);
    onText(decoder.write(chunk));
  };
  program.stdout.on('data', onData);
  program.stderr.on('data', onData);
  const exited = program.exited.then((ended) => {
    exit = ended;
    // What the command left in the background goes on until the terminal is killed.
    if (!isProcessGroupAlive(program.pid)) forgetProcessGroup(program.pid);
    return ended;
  });

  return {
    snapshot: () => ({ output: tail.text(), truncated: tail.truncated, exit }),
    exited,
    async kill() {
      lookBelow(program.pid);
      await endProcessGroup(program.pid);
      await exited;
    },
  };
}

async function spawnWithOnePipe({ command, args, cwd, env }: TerminalOptions): Promise<SpawnedProgram> {
  const executable = await findExecutable(command, { cwd, env });
  if (executable === null) throw new SimseError('not_found', `there is no program ${command}`);
  const program = IS_WINDOWS
    ? await spawnProgram({ command: executable, args, cwd, env })
    : await spawnProgram({ command: '/bin/sh', args: ['-c', ONE_PIPE, 'sh', executable, ...args], cwd, env });
  program.stdin.end();
  return program;
}
