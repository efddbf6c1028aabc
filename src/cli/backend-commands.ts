import { type Command, Option } from 'commander';
import type { SessionChange } from '../commands/backends-sessions.ts';
import type { AppOf, Done } from './app-of.ts';
import { type Scope, scopeOption } from './scope-option.ts';

interface AddOptions {
  name?: string;
  scope: Scope;
  default?: boolean;
  force?: boolean;
  registry?: string;
}

interface SessionsOptions {
  delete?: string;
  archive?: string;
}

const ADD_EXAMPLES = `
Examples:
  simse backends add gemini                                    an agent that simse knows, by its name
  simse backends add --name mine "my-agent --acp"              any command, in quotes when it has options
  simse backends add --registry registry.json some-agent       an agent of an ACP registry, by its id
`;

/** Declares `simse backends …`. */
export function addBackendCommands(backends: Command, app: AppOf, done: Done): void {
  backends
    .command('list')
    .description('what is configured, built in and on this machine; starts none')
    .addOption(registryOption('also list the agents of an ACP registry'))
    .action(async (options: { registry?: string }, command: Command) => {
      const { runBackendsList } = await import('../commands/backends-list.ts');
      done(await runBackendsList(app(command), options.registry));
    });
  backends
    .command('add')
    .description('write an agent into acp.json')
    .argument('<preset|command...>', 'the name of a preset, or a command')
    .option('--name <name>', 'what to call it')
    .addOption(scopeOption('whose acp.json').default('user'))
    .option('--default', 'make it the default of that file')
    .option('--force', 'replace the one of the same name')
    .addOption(registryOption('take it from an ACP registry, by its id'))
    .addHelpText('after', ADD_EXAMPLES)
    .showHelpAfterError('A command with options of its own goes in quotes, as one word.')
    .action(async (words: string[], options: AddOptions, command: Command) => {
      const { runBackendsAdd } = await import('../commands/backends-add.ts');
      const { default: asDefault = false, force = false, ...rest } = options;
      done(await runBackendsAdd(app(command), words, { ...rest, asDefault, force }));
    });
  backends
    .command('remove')
    .description('take an agent out of acp.json')
    .argument('<name>')
    .addOption(scopeOption('out of whose acp.json, when both have it'))
    .action(async (name: string, options: { scope?: Scope }, command: Command) => {
      const { runBackendsRemove } = await import('../commands/backends-remove.ts');
      done(await runBackendsRemove(app(command), name, options.scope));
    });
  backends
    .command('test')
    .description('start an agent, open a session, and print what it offers')
    .argument('[name]', 'else the default')
    .action(async (name: string | undefined, _options, command: Command) => {
      const { runBackendsTest } = await import('../commands/backends-test.ts');
      done(await runBackendsTest(app(command), name));
    });
  backends
    .command('sessions')
    .description('the sessions that an agent keeps for this directory')
    .argument('[name]', 'else the default')
    .addOption(new Option('--delete <id>', 'have it forget one').conflicts('archive'))
    .option('--archive <id>', 'have it keep one but list it no longer')
    .action(async (name: string | undefined, options: SessionsOptions, command: Command) => {
      const { runBackendsSessions } = await import('../commands/backends-sessions.ts');
      done(await runBackendsSessions(app(command), name, changeOf(options)));
    });
}

function changeOf({ delete: deleted, archive }: SessionsOptions): SessionChange | null {
  if (deleted !== undefined) return { verb: 'delete', id: deleted };
  return archive === undefined ? null : { verb: 'archive', id: archive };
}

function registryOption(description: string): Option {
  return new Option('--registry <file|url>', description);
}
