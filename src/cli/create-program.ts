import { Command } from 'commander';
import { closest } from '../core/text/closest.ts';
import { SimseError } from '../core/errors.ts';
import type { ProcessContext } from '../platform/process-context.ts';
import type { AppContext } from '../session/app-context.ts';
import { createAppContext } from '../commands/shared/create-app-context.ts';
import { addGlobalOptions, type ParsedOptions, toFlags } from './global-options.ts';
import { addSubcommands } from './subcommands.ts';
import type { Run } from '../commands/shared/subcommand.ts';

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

/** The whole command line. `done` is called with the exit code of the command that ran. */
export function createProgram(context: ProcessContext, done: (exitCode: number) => void): Command {
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
