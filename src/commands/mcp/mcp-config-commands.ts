import { type Command, Option } from 'commander';
import { TRANSPORTS } from '../../config/mcp-transports.ts';
import { type Run, repeatableOption, type Scope, scopeOption } from '../shared/subcommand.ts';

interface AddOptions {
  scope: Scope;
  force?: boolean;
  transport?: string;
  env?: string[];
  header?: string[];
  requiredEnv?: string[];
  oauthClientId?: string;
}

interface ImportOptions {
  scope: Scope;
  force?: boolean;
  yes?: boolean;
  secrets?: 'copy' | 'variables';
}

const ADD_EXAMPLES = `
Examples:
  simse mcp add files -- npx -y @modelcontextprotocol/server-filesystem .
  simse mcp add github --env 'TOKEN=\${GITHUB_TOKEN}' -- github-mcp stdio
  simse mcp add docs https://docs.example.com/mcp
  simse mcp add api https://host/mcp --header 'Authorization: Bearer \${TOKEN}'

A \${VARIABLE} in quotes is written as it is, and replaced when the server is
started. Without --transport simse finds out how an address is to be spoken to.
`;

const IMPORT_EXAMPLES = `
Hosts: claude-code, claude-desktop, cursor, vscode, codex, windsurf, opencode,
gemini, zed; all stands for every one of them.

Every entry is shown before it is written. What looks like a secret is copied
into your own file and said, and becomes a variable in a project's.
`;

/** Declares the commands that change mcp.json. */
export function addMcpConfigCommands(mcp: Command, run: Run): void {
  addAddCommand(mcp, run);
  mcp
    .command('remove')
    .description('take a server out of mcp.json')
    .argument('<server>')
    .addOption(scopeOption('from which mcp.json, when both have it'))
    .action(
      run(async (app, server: string, { scope }: { scope?: Scope }) =>
        (await import('./edit-servers.ts')).runMcpRemove(app, server, scope),
      ),
    );
  for (const [verb, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    mcp
      .command(verb)
      .description(`switch a server ${enabled ? 'on' : 'off'} in its file`)
      .argument('<server>')
      .addOption(scopeOption('in which mcp.json, when both have it'))
      .action(
        run(async (app, server: string, { scope }: { scope?: Scope }) =>
          (await import('./edit-servers.ts')).runMcpEnable(app, server, { enabled, scope }),
        ),
      );
  }
  addImportCommand(mcp, run);
}

function addAddCommand(mcp: Command, run: Run): void {
  mcp
    .command('add')
    .description('write a server into mcp.json')
    .argument('<name>', 'its name')
    .argument('[command|url...]', 'its command, after --, or its URL')
    .addOption(new Option('--transport <transport>', 'its transport').choices(TRANSPORTS))
    .addOption(repeatableOption('--env <NAME=value>', 'an environment variable for it'))
    .addOption(repeatableOption('--required-env <NAME>', 'an environment variable that it needs from you'))
    .option('--cwd <directory>', 'where it runs')
    .addOption(repeatableOption('--header <header>', "sent with each request, as 'Name: value'"))
    .option('--oauth-client-id <id>', 'a client that you have registered with it')
    .addOption(scopeOption('which mcp.json').default('user'))
    .option('--force', 'replace the one of the same name')
    .addHelpText('after', ADD_EXAMPLES)
    .showHelpAfterError('A command with options of its own goes after --: simse mcp add files -- npx -y …')
    .action(
      run(async (app, server: string, target: string[], options: AddOptions, command: Command) => {
        const { force = false, env = [], header = [], requiredEnv = [], ...rest } = options;
        const { cwd } = command.optsWithGlobals<{ cwd?: string }>();
        const given = { ...rest, env, header, requiredEnv, force, ...(cwd === undefined ? {} : { cwd }) };
        return (await import('./add-server.ts')).runMcpAdd(app, server, target, given);
      }),
    );
}

function addImportCommand(mcp: Command, run: Run): void {
  mcp
    .command('import')
    .description('import the servers of other hosts; without a name, list the hosts')
    .argument('[host]', 'whose')
    .argument('[servers...]', 'only these')
    .addOption(scopeOption('into which mcp.json').default('user'))
    .option('--yes', 'write without asking')
    .option('--force', 'replace those of the same name')
    .addOption(
      new Option('--secrets <how>', 'copy them, or write variables instead').choices(['copy', 'variables']),
    )
    .addHelpText('after', IMPORT_EXAMPLES)
    .action(
      run(
        async (
          app,
          host: string | undefined,
          servers: string[],
          { force = false, yes = false, ...rest }: ImportOptions,
        ) => (await import('./import-servers.ts')).runMcpImport(app, host, servers, { ...rest, force, yes }),
      ),
    );
}
