import { printableJson } from '../core/text/printable-json.ts';
import { EXIT_OK } from '../core/exit-codes.ts';
import type { AppContext } from '../session/app-context.ts';
import { openServers } from './shared/start-servers.ts';
import { exitCodeOfServers } from './mcp/exit-code-of-servers.ts';
import { showOnTerminal } from './mcp/show-on-terminal.ts';

/**
 * `simse mcp login <server>`: has the user log in, whatever is kept of an earlier login, and starts the server with it. 1
 * when the server does not start all the same.
 */
export async function runMcpLogin(
  app: AppContext,
  name: string,
  options: { browser: boolean },
): Promise<number> {
  await using host = await openServers(app, name);
  await host.logIn(name, { showLogIn: showOnTerminal(app, options) }, app.signal);
  const [server] = host.status();
  const exitCode = exitCodeOfServers(host.status());
  if (app.flags.outputFormat !== 'text') app.stdout.write(`${printableJson({ loggedIn: server })}\n`);
  else if (exitCode === EXIT_OK) app.stdout.write(`Logged in at ${name}: ${server?.tools ?? 0} tools.\n`);
  else app.note(`Logged in at ${name}, but it is ${server?.state.replace('_', ' ')}: ${server?.detail}`);
  return exitCode;
}
