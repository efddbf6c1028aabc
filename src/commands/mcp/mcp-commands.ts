import type { Argument, Command } from 'commander';
import type { Run } from '../shared/subcommand.ts';
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
export function addMcpCommands(mcp: Command, run: Run): void {
  mcp.addHelpText('after', EXAMPLES).configureHelp({
    // Without the word "[options]", so that every line fits into 80 columns.
    subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(termOf)].join(' '),
  });
  addListCommands(mcp, run);
  addUseCommands(mcp, run);
  addMcpConfigCommands(mcp, run);
  addLogInCommands(mcp, run);
  addPinCommands(mcp, run);
  addServeCommands(mcp, run);
}

function addListCommands(mcp: Command, run: Run): void {
  mcp
    .command('list')
    .description('the configured servers; starts none')
    .action(run(async (app) => (await import('./list-servers.ts')).runMcpList(app)));
  mcp
    .command('status')
    .description('start the servers and show their status')
    .argument('[server]', 'default: all of them')
    .action(
      run(async (app, server: string | undefined) =>
        (await import('./list-servers.ts')).runMcpStatus(app, server ?? null),
      ),
    );
  mcp
    .command('tools')
    .description('the tools of every server, or of one')
    .argument('[server]')
    .action(
      run(async (app, server: string | undefined) =>
        (await import('./list-offers.ts')).runMcpTools(app, server ?? null),
      ),
    );
  mcp
    .command('prompts')
    .description('the prompts of every server, or of one')
    .argument('[server]')
    .action(
      run(async (app, server: string | undefined) =>
        (await import('./list-offers.ts')).runMcpPrompts(app, server ?? null),
      ),
    );
  mcp
    .command('resources')
    .description('the resources and their templates')
    .argument('[server]')
    .action(
      run(async (app, server: string | undefined) =>
        (await import('./list-offers.ts')).runMcpResources(app, server ?? null),
      ),
    );
}

function addUseCommands(mcp: Command, run: Run): void {
  mcp
    .command('call')
    .description('call a tool')
    .argument('<server/tool>')
    .argument('[arguments]', 'a JSON object; - reads it from stdin', '{}')
    .action(
      run(async (app, tool: string, json: string) =>
        (await import('./call-tool.ts')).runMcpCall(app, tool, json),
      ),
    );
  mcp
    .command('get')
    .description('print a prompt')
    .argument('<server:prompt>')
    .argument('[name=value...]', 'its arguments')
    .action(
      run(async (app, prompt: string, words: string[]) =>
        (await import('./read-offers.ts')).runMcpGet(app, prompt, words),
      ),
    );
  mcp
    .command('read')
    .description('print a resource')
    .argument('<server:uri>', 'or the server, and then the uri')
    .argument('[uri]')
    .action(
      run(async (app, name: string, uri: string | undefined) =>
        (await import('./read-offers.ts')).runMcpRead(app, name, uri),
      ),
    );
}

function addLogInCommands(mcp: Command, run: Run): void {
  mcp
    .command('login')
    .description('log in to a remote server')
    .argument('<server>')
    .option('--no-browser', 'show the page, and read the address it ends at')
    .action(
      run(async (app, server: string, options: { browser: boolean }) =>
        (await import('./log-in.ts')).runMcpLogin(app, server, options),
      ),
    );
  mcp
    .command('logout')
    .description('forget the login to a remote server, and revoke it')
    .argument('<server>')
    .action(run(async (app, server: string) => (await import('./log-in.ts')).runMcpLogout(app, server)));
}

function addPinCommands(mcp: Command, run: Run): void {
  const pins = mcp
    .command('pins')
    .description('which tools differ from what you approved')
    .argument('[server]')
    .action(
      run(async (app, server: string | undefined) =>
        (await import('./pins.ts')).runMcpPins(app, server === undefined ? {} : { server }),
      ),
    );
  pins
    .command('accept')
    .description('approve the tools of a server as they are now')
    .argument('<server>')
    .action(run(async (app, server: string) => (await import('./pins.ts')).runMcpPinsAccept(app, server)));
  pins
    .command('forget')
    .description('approve what the server offers when it next starts')
    .argument('<server>')
    .action(run(async (app, server: string) => (await import('./pins.ts')).runMcpPinsForget(app, server)));
}

function addServeCommands(mcp: Command, run: Run): void {
  addMcpServeCommand(mcp, run);
  mcp
    .command('bridge', { hidden: true })
    .action(run(async (app) => (await import('./bridge.ts')).runMcpBridge(app)));
  mcp
    .command('names', { hidden: true })
    .action(run(async (app) => (await import('./list-servers.ts')).runMcpNames(app)));
}

function termOf(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
