import { Command, CommanderError } from 'commander';
import { addAgentCommands } from '../commands/agents/agent-commands.ts';
import { addLibraryCommands } from '../commands/library/library-commands.ts';
import { addMcpCommands } from '../commands/mcp/mcp-commands.ts';
import { addSessionCommands } from '../commands/sessions/session-commands.ts';
import { createAppContext } from '../commands/shared/create-app-context.ts';
import type { Run } from '../commands/shared/subcommand.ts';
import {
  describeFailure,
  EXIT_FAILED,
  EXIT_OK,
  exitCodeFor,
  exitCodeOf,
  SimseError,
} from '../core/errors.ts';
import { cleanText } from '../core/text/clean-text.ts';
import { closest } from '../core/text/closest.ts';
import type { ProcessContext } from '../platform/process-context.ts';
import type { AppContext } from '../session/app-context.ts';
import { addGlobalOptions, type ParsedOptions, toFlags } from './global-options.ts';

const EXAMPLES = `
Examples:
  simse                                    talk to the configured agent, or to the built-in one
  simse -p "read README.md"                one prompt, the answer on stdout
  git diff | simse -p "review this"        stdin is context under the prompt
  simse --agent-command "gemini --acp"     any agent that speaks ACP

Exit codes: 0 done, 1 failed, 2 usage or config, 3 time or turn limit, 4 no such session or agent,
  5 a needed permission was denied, 6 login needed, 129 terminal closed, 130 interrupted, 131 quit,
  143 terminated
`;

/** Runs what the command line asks for and returns the exit code. Errors are told on stderr; nothing is thrown. */
export async function runCommandLine(args: string[], context: ProcessContext): Promise<number> {
  const exitCode = await runProgram(args, context);
  const failure = await context.flush();
  if (failure === null || exitCode !== EXIT_OK) return exitCode;
  context.stderr.write(`simse: stdout could not be written: ${failure.message}\n`);
  return EXIT_FAILED;
}

/** Declares the subcommands: a folder of src/commands for each noun, and here those without one. Each loads its code only when it runs. */
function addSubcommands(program: Command, run: Run): void {
  program
    .command('agent')
    .description('run as an ACP agent over stdio: the built-in one, for any ACP client')
    .action(run(async (app) => (await import('../commands/agent.ts')).runAgentCommand(app)));
  addAgentCommands(program.command('agents').description('the agents that simse can drive'), run);
  // The name that it had before.
  addAgentCommands(program.command('backends', { hidden: true }), run);
  addMcpCommands(program.command('mcp').description('the MCP servers and their tools'), run);
  addResumeCommand(program, run);
  addSessionCommands(program.command('sessions').description('the recorded sessions'), run);
  addLibraryCommands(program.command('library').description('the memory that all agents share'), run);
  program
    .command('setup')
    .description('choose the agent that simse uses, from those on this machine and those that npx runs')
    .action(run(async (app) => (await import('../commands/agents/set-up.ts')).runSetup(app)));
  program
    .command('doctor')
    .description('check this machine, the configuration, the agent and the MCP servers')
    .action(run(async (app) => (await import('../commands/doctor.ts')).runDoctor(app)));
  program
    .command('completion')
    .description('print a completion script')
    .argument('<shell>', 'bash, zsh or fish')
    .action(
      run(async (app, shell: string) =>
        (await import('../commands/completion/completion.ts')).runCompletion(app, shell, program),
      ),
    );
}

function addResumeCommand(program: Command, run: Run): void {
  program
    .command('resume')
    .description('pick a session of this directory and resume it; without a terminal, list them')
    .argument('[id]', 'resume this one; the start of its id is enough')
    .option('--all', 'of every directory')
    .action(
      run(async (app, id: string | undefined, { all = false }: { all?: boolean }) => {
        const picked =
          id ?? (await (await import('../commands/sessions/read-sessions.ts')).runResume(app, all));
        if (picked === null) return 0;
        const { runRepl } = await import('../commands/repl.ts');
        return runRepl({ ...app, flags: { ...app.flags, resume: { id: picked } } }, null);
      }),
    );
}

/** The whole command line. `done` is called with the exit code of the command that ran. */
function createProgram(context: ProcessContext, done: (exitCode: number) => void): Command {
  const run: Run =
    (use) =>
    async (...given) => {
      // Commander gives the command last.
      const app = contextOf(given.at(-1) as Command, context);
      done(await use(app, ...(given as never)));
    };
  const program = new Command('simse')
    .description('One terminal for every coding agent.')
    .usage('[options] [prompt]')
    .version(context.version, '-V, --version', 'print the version')
    .argument('[prompt...]', 'the first prompt; without -p it opens the REPL with it')
    .addHelpText('after', EXAMPLES)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void context.stdout.write(text),
      writeErr: (text) => void context.stderr.write(text),
    });
  addGlobalOptions(program);
  addSubcommands(program, run);
  pointToHelp(program, program.name());
  return program.action(
    run((app, words: string[], { print }: ParsedOptions) => {
      refuseMistypedCommand(program, words);
      return runPrompt(app, words.length > 0 ? words.join(' ') : null, print);
    }),
  );
}

/** What a command is started with. An option of its own is not the program's, though both have one name. */
function contextOf(command: Command, context: ProcessContext): AppContext {
  const owns = (flag: string) => command.parent !== null && command.options.some(({ long }) => long === flag);
  const options = command.optsWithGlobals<ParsedOptions>();
  const { cwd, dataDir } = options;
  return createAppContext(context, toFlags(options, owns('--format')), {
    ...(cwd === undefined || owns('--cwd') ? {} : { cwd }),
    ...(dataDir === undefined ? {} : { dataDir }),
  });
}

/** Whoever mistypes a command is shown where the help for that one is. */
function pointToHelp(command: Command, path: string): void {
  command.configureOutput({
    outputError: (text, write) =>
      write(`${text.replace(/^error: /, 'simse: ')}${path} --help shows what there is.\n`),
  });
  for (const one of command.commands) pointToHelp(one, `${path} ${one.name()}`);
}

/** A single word that is nearly a command is a slip of the finger, not a prompt. */
function refuseMistypedCommand(program: Command, words: readonly string[]): void {
  const [word, ...others] = words;
  if (word === undefined || /\s/.test(word) || others.length > 1) return;
  const meant = closest(
    word,
    program.commands.map((command) => command.name()),
  );
  if (meant === null || meant === undefined) return;
  throw new SimseError('usage', `There is no command "${word}". Did you mean ${meant}?`, {
    hint: `To send it as a prompt: simse -p "${words.join(' ')}"`,
  });
}

async function runPrompt(
  app: AppContext,
  words: string | null,
  print: string | true | undefined,
): Promise<number> {
  const prompt = typeof print === 'string' ? print : words;
  const isPiped = app.stdin.isTTY !== true || app.stdout.isTTY !== true;
  if (print !== undefined || isPiped) {
    const { runPrint } = await import('../commands/print.ts');
    return runPrint(app, prompt);
  }
  const { runRepl } = await import('../commands/repl.ts');
  return runRepl(app, prompt);
}

async function runProgram(args: string[], context: ProcessContext): Promise<number> {
  let exitCode = EXIT_OK;
  const program = createProgram(context, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (thrown) {
    // Help and version end this way too, with 0; what commander objects to is already on stderr.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT_OK : exitCodeFor('usage');
    // What fails because the run was stopped, failed for that reason.
    const reason: unknown = context.signal.aborted ? context.signal.reason : thrown;
    context.stderr.write(cleanText(describeFailure(reason)));
    return exitCodeOf(reason);
  }
}
