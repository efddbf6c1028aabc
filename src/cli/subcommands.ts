import type { Command } from 'commander';
import type { AppOf, Done } from './app-of.ts';
import { addBackendCommands } from './backend-commands.ts';
import { addLibraryCommands } from './library-commands.ts';
import { addMcpCommands } from './mcp-commands.ts';
import { addSessionCommands } from './session-commands.ts';

/** Declares the subcommands. Each loads its code only when it runs. */
export function addSubcommands(program: Command, app: AppOf, done: Done): void {
  program
    .command('agent')
    .description('be an ACP agent over stdio: the built-in backend, for any ACP client')
    .action(async (_options, command: Command) => {
      const { runAgentCommand } = await import('../commands/agent.ts');
      done(await runAgentCommand(app(command)));
    });
  addBackendCommands(program.command('backends').description('the agents that simse can drive'), app, done);
  addMcpCommands(program.command('mcp').description('the MCP servers and their tools'), app, done);
  addSessionCommands(program, app, done);
  addLibraryCommands(program.command('library').description('the memory that all agents share'), app, done);
  program
    .command('setup')
    .description('choose the agent that simse uses, from those on this machine and those that npx runs')
    .action(async (_options, command: Command) => {
      const { runSetup } = await import('../commands/setup.ts');
      done(await runSetup(app(command)));
    });
  program
    .command('doctor')
    .description('check this machine, the configuration, the backend and the MCP servers')
    .action(async (_options, command: Command) => {
      const { runDoctor } = await import('../commands/doctor.ts');
      done(await runDoctor(app(command)));
    });
  program
    .command('completion')
    .description('print a completion script')
    .argument('<shell>', 'bash, zsh or fish')
    .action(async (shell: string, _options, command: Command) => {
      const { runCompletion } = await import('../commands/completion.ts');
      done(runCompletion(app(command), shell, program));
    });
}
