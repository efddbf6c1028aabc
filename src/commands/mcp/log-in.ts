import { createInterface } from 'node:readline';
import { unlessAborted } from '../../core/abort.ts';
import { EXIT_OK, messageOf, SimseError } from '../../core/errors.ts';
import type { McpClientServices } from '../../core/ports/mcp-host.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { printableJson } from '../../core/text/format-table.ts';
import { openUrl } from '../../platform/open-url.ts';
import type { AppContext } from '../../session/app-context.ts';
import { exitCodeOfServers, openServers } from '../shared/start-servers.ts';

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
  else if (exitCode === EXIT_OK) app.stdout.write(`Logged in to ${name}: ${server?.tools ?? 0} tools.\n`);
  else app.note(`Logged in to ${name}, but it is ${server?.state.replace('_', ' ')}: ${server?.detail}`);
  return exitCode;
}

/** `simse mcp logout <server>`: forgets the login and revokes it where that can be done. The server is not started. */
export async function runMcpLogout(app: AppContext, name: string): Promise<number> {
  await using host = await openServers(app, name, { allowDisabled: true });
  const wasLoggedIn = await host.logOut(name);
  if (app.flags.outputFormat !== 'text')
    app.stdout.write(`${printableJson({ loggedOut: { server: name, wasLoggedIn } })}\n`);
  else if (wasLoggedIn) app.stdout.write(`Logged out of ${name}.\n`);
  else app.note(`Not logged in to ${name}.`);
  return 0;
}

type Terminal = Pick<AppContext, 'stdin' | 'stderr' | 'env' | 'note'>;

const PASTE = 'Paste the address that the browser ends at, should that page not load: ';

/**
 * Shows login pages: prints the address and opens it in the browser. Without a browser it reads the address that a browser
 * elsewhere ended at; where nothing is typed, the login still ends when a browser comes back to this machine.
 */
export function showOnTerminal(
  terminal: Terminal,
  { browser }: { browser: boolean },
): NonNullable<McpClientServices['showLogIn']> {
  return async ({ server, url }, { signal }) => {
    terminal.stderr.write(`Log in to ${cleanLine(server)} on this page:\n\n  ${url}\n\n`);
    if (browser && (await isOpened(terminal, url))) return null;
    return readLine(terminal, PASTE, signal);
  };
}

async function isOpened({ env, note }: Terminal, url: string): Promise<boolean> {
  try {
    await openUrl(url, env);
    return true;
  } catch (error) {
    note(messageOf(error));
    return false;
  }
}

/** null when the input has ended. Ctrl+C leaves. */
async function readLine(
  { stdin, stderr }: Terminal,
  question: string,
  signal: AbortSignal,
): Promise<string | null> {
  const terminal = createInterface({ input: stdin, output: stderr });
  const answered = new Promise<string | null>((resolve, reject) => {
    terminal.question(question, resolve);
    terminal.once('close', () => resolve(null));
    terminal.once('SIGINT', () => reject(new SimseError('interrupted', 'Interrupted.')));
  });
  try {
    return await unlessAborted(answered, signal);
  } finally {
    terminal.close();
    stderr.write('\n');
  }
}
