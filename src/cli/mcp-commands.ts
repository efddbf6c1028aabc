import type { Argument, Command } from 'commander';
import type { AppOf, Done } from './app-of.ts';
import { addMcpAccessCommands } from './mcp-access-commands.ts';
import { addMcpConfigCommands } from './mcp-config-commands.ts';
import { addMcpServeCommand } from './mcp-serve-command.ts';

const EXAMPLES = `
Examples:
  simse mcp add files -- npx -y @modelcontextprotocol/server-filesystem .
  simse mcp import claude-code
  simse mcp status
  simse mcp call files/list_directory '{"path": "."}'

--output-format json prints each of them for programs.
`;

/** Declares `simse mcp …`. Each loads its code only when it runs. */
export function addMcpCommands(mcp: Command, app: AppOf, done: Done): void {
  mcp.addHelpText('after', EXAMPLES).configureHelp({
    // Without the word "[options]", so that every line fits into 80 columns.
    subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(termOf)].join(' '),
  });
  addListCommands(mcp, app, done);
  addUseCommands(mcp, app, done);
  addMcpConfigCommands(mcp, app, done);
  addMcpAccessCommands(mcp, app, done);
  addServeCommands(mcp, app, done);
}

function addListCommands(mcp: Command, app: AppOf, done: Done): void {
  mcp
    .command('list')
    .description('the configured servers; starts none')
    .action(async (_options, command: Command) => {
      const { runMcpList } = await import('../commands/mcp-list.ts');
      done(await runMcpList(app(command)));
    });
  mcp
    .command('status')
    .description('start the servers and say how they are')
    .argument('[server]', 'else all of them')
    .action(async (server: string | undefined, _options, command: Command) => {
      const { runMcpStatus } = await import('../commands/mcp-status.ts');
      done(await runMcpStatus(app(command), server ?? null));
    });
  mcp
    .command('tools')
    .description('the tools of every server, or of one')
    .argument('[server]')
    .action(async (server: string | undefined, _options, command: Command) => {
      const { runMcpTools } = await import('../commands/mcp-tools.ts');
      done(await runMcpTools(app(command), server ?? null));
    });
  mcp
    .command('prompts')
    .description('the prompts of every server, or of one')
    .argument('[server]')
    .action(async (server: string | undefined, _options, command: Command) => {
      const { runMcpPrompts } = await import('../commands/mcp-prompts.ts');
      done(await runMcpPrompts(app(command), server ?? null));
    });
  mcp
    .command('resources')
    .description('the resources and their templates')
    .argument('[server]')
    .action(async (server: string | undefined, _options, command: Command) => {
      const { runMcpResources } = await import('../commands/mcp-resources.ts');
      done(await runMcpResources(app(command), server ?? null));
    });
}

function addUseCommands(mcp: Command, app: AppOf, done: Done): void {
  mcp
    .command('call')
    .description('call a tool')
    .argument('<server/tool>')
    .argument('[arguments]', 'a JSON object; - reads it from stdin', '{}')
    .action(async (tool: string, json: string, _options, command: Command) => {
      const { runMcpCall } = await import('../commands/mcp-call.ts');
      done(await runMcpCall(app(command), tool, json));
    });
  mcp
    .command('get')
    .description('print a prompt')
    .argument('<server:prompt>')
    .argument('[name=value...]', 'its arguments')
    .action(async (prompt: string, words: string[], _options, command: Command) => {
      const { runMcpGet } = await import('../commands/mcp-get.ts');
      done(await runMcpGet(app(command), prompt, words));
    });
  mcp
    .command('read')
    .description('print a resource')
    .argument('<server:uri>', 'or the server, and then the uri')
    .argument('[uri]')
    .action(async (name: string, uri: string | undefined, _options, command: Command) => {
      const { runMcpRead } = await import('../commands/mcp-read.ts');
      done(await runMcpRead(app(command), name, uri));
    });
}

function termOf(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function addServeCommands(mcp: Command, app: AppOf, done: Done): void {
  addMcpServeCommand(mcp, app, done);
  mcp.command('bridge', { hidden: true }).action(async (_options, command: Command) => {
    const { runMcpBridge } = await import('../commands/mcp-bridge.ts');
    done(await runMcpBridge(app(command)));
  });
  mcp.command('names', { hidden: true }).action(async (_options, command: Command) => {
    const { runMcpNames } = await import('../commands/mcp-names.ts');
    done(await runMcpNames(app(command)));
  });
}
