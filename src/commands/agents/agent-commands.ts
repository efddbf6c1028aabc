import { type Command, Option } from 'commander';
import { type Run, type Scope, scopeOption } from '../shared/subcommand.ts';
import type { SessionChange } from './agent-sessions.ts';

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
  simse agents add gemini                                    an agent that simse knows, by its name
  simse agents add --name mine "my-agent --acp"              any command, in quotes when it has options
  simse agents add --registry registry.json some-agent       an agent of an ACP registry, by its id
`;

/** Declares `simse agents …`. Each loads its code only when it runs. */
export function addAgentCommands(agents: Command, run: Run): void {
  agents
    .command('list')
    .description('what is configured, built in and on this machine; starts none')
    .addOption(registryOption('also list the agents of an ACP registry'))
    .action(
      run(async (app, { registry }: { registry?: string }) =>
        (await import('./list-agents.ts')).runAgentsList(app, registry),
      ),
    );
  agents
    .command('add')
    .description('write an agent into acp.json')
    .argument('<preset|command...>', 'the name of a preset, or a command')
    .option('--name <name>', 'its name')
    .addOption(scopeOption('which acp.json').default('user'))
    .option('--default', 'make it the default of that file')
    .option('--force', 'replace the one of the same name')
    .addOption(registryOption('take it from an ACP registry, by its id'))
    .addHelpText('after', ADD_EXAMPLES)
    .showHelpAfterError('A command with options of its own goes in quotes, as one word.')
    .action(
      run(async (app, words: string[], { default: asDefault = false, force = false, ...rest }: AddOptions) =>
        (await import('./edit-agents.ts')).runAgentsAdd(app, words, { ...rest, asDefault, force }),
      ),
    );
  agents
    .command('remove')
    .description('take an agent out of acp.json')
    .argument('<name>')
    .addOption(scopeOption('from which acp.json, when both have it'))
    .action(
      run(async (app, name: string, { scope }: { scope?: Scope }) =>
        (await import('./edit-agents.ts')).runAgentsRemove(app, name, scope),
      ),
    );
  agents
    .command('test')
    .description('start an agent, open a session, and print what it offers')
    .argument('[name]', 'else the default')
    .action(
      run(async (app, name: string | undefined) =>
        (await import('./test-agent.ts')).runAgentsTest(app, name),
      ),
    );
  agents
    .command('sessions')
    .description('the sessions that an agent keeps for this directory')
    .argument('[name]', 'else the default')
    .addOption(new Option('--delete <id>', 'have it forget one').conflicts('archive'))
    .option('--archive <id>', 'have it keep one but list it no longer')
    .action(
      run(async (app, name: string | undefined, options: SessionsOptions) =>
        (await import('./agent-sessions.ts')).runAgentsSessions(app, name, changeOf(options)),
      ),
    );
}

function changeOf({ delete: deleted, archive }: SessionsOptions): SessionChange | null {
  if (deleted !== undefined) return { verb: 'delete', id: deleted };
  return archive === undefined ? null : { verb: 'archive', id: archive };
}

function registryOption(description: string): Option {
  return new Option('--registry <file|url>', description);
}
