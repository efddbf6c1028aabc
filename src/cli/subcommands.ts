import type { Command } from 'commander';
import { addAgentCommands } from '../commands/agents/agent-commands.ts';
import { addLibraryCommands } from '../commands/library/library-commands.ts';
import { addMcpCommands } from '../commands/mcp/mcp-commands.ts';
import { addSessionCommands } from '../commands/sessions/session-commands.ts';
import type { Run } from '../commands/shared/subcommand.ts';

/** Declares the subcommands: a folder of src/commands for each noun, and here those without one. Each loads its code only when it runs. */
export function addSubcommands(program: Command, run: Run): void {
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
