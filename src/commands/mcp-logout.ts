import { printableJson } from '../core/text/printable-json.ts';
import type { AppContext } from '../session/app-context.ts';
import { openServers } from './shared/start-servers.ts';

/** `simse mcp logout <server>`: forgets the login and revokes it where that can be done. The server is not started. */
export async function runMcpLogout(app: AppContext, name: string): Promise<number> {
  await using host = await openServers(app, name, { allowDisabled: true });
  const wasLoggedIn = await host.logOut(name);
  if (app.flags.outputFormat !== 'text')
    app.stdout.write(`${printableJson({ loggedOut: { server: name, wasLoggedIn } })}\n`);
  else if (wasLoggedIn) app.stdout.write(`Logged out of ${name}.\n`);
  else app.note(`There is no login at ${name}.`);
  return 0;
}
