import { type Command, Option } from 'commander';
import { parseCount, type Run, repeatableOption } from '../shared/subcommand.ts';
import type { ServeOptions } from './serve.ts';

/** Far above what an agent needs, far below what would hurt. */
const DEFAULT_RATE = 100;

const EXAMPLES = `
Examples:
  simse mcp serve             over stdio, for a client that starts it
  simse mcp serve --http      at http://127.0.0.1:7357/mcp; prints the token once
  simse mcp serve --http :0 --token-file t
                              at any free port, with the token in the file t
  simse mcp serve --expose 'files/*' --allow 'files/read_*'
                              with the tools of the server files, of which only
                              reading is not asked for
  simse mcp serve --sse-message --basic-user ada --password-file p
                              for Lucenia's and other older clients as well
`;

/** Declares `simse mcp serve`. */
export function addMcpServeCommand(mcp: Command, run: Run): void {
  mcp
    .command('serve')
    .description('run as an MCP server: the library, recorded sessions, your agents')
    .option('--http [host:port]', 'over HTTP, not stdio')
    .addOption(
      new Option('--token-file <file>', 'the token that clients must show, else a new one').conflicts('auth'),
    )
    .addOption(
      new Option('--basic-user <name>', 'a name and password, not a token').conflicts(['auth', 'tokenFile']),
    )
    .addOption(
      new Option('--password-file <file>', 'the password of --basic-user, else a new one').conflicts([
        'auth',
        'tokenFile',
      ]),
    )
    .option('--no-auth', 'ask for no token, on this machine alone')
    .option('--dangerously-allow-unauthenticated', 'with --no-auth, let in anyone who reaches the address')
    .addOption(
      new Option('--sse-message', "over HTTP by Lucenia's message API and HTTP+SSE as well").implies({
        http: true,
      }),
    )
    .addOption(
      new Option('--rate-limit <n>', 'messages a second of one client of the message API')
        .argParser(parseCount)
        .default(DEFAULT_RATE),
    )
    .option('--ask-agent', 'let clients run your agents; over stdio they always can')
    .option('--no-ask-agent', 'do not let them')
    .addOption(repeatableOption('--expose <pattern>', "tools of your MCP servers for clients, as 'files/*'"))
    .addOption(repeatableOption('--allow-host <host:port>', 'another host name it answers to'))
    .addOption(repeatableOption('--allow-origin <origin>', 'a web origin that may use it'))
    .addHelpText('after', EXAMPLES)
    .action(
      run(async (app, options: ServeOptions) => (await import('./serve.ts')).runMcpServe(app, options)),
    );
}
