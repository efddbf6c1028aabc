import type { Command } from 'commander';
import type { AppOf, Done } from './app-of.ts';

/** Declares what decides on whether servers and their tools may be used. */
export function addMcpAccessCommands(mcp: Command, app: AppOf, done: Done): void {
  addLogInCommands(mcp, app, done);
  addPinCommands(mcp, app, done);
}

function addLogInCommands(mcp: Command, app: AppOf, done: Done): void {
  mcp
    .command('login')
    .description('log in at a remote server')
    .argument('<server>')
    .option('--no-browser', 'show the page, and read the address it ends at')
    .action(async (server: string, options: { browser: boolean }, command: Command) => {
      const { runMcpLogin } = await import('../commands/mcp-login.ts');
      done(await runMcpLogin(app(command), server, options));
    });
  mcp
    .command('logout')
    .description('forget the login at a remote server, and revoke it')
    .argument('<server>')
    .action(async (server: string, _options, command: Command) => {
      const { runMcpLogout } = await import('../commands/mcp-logout.ts');
      done(await runMcpLogout(app(command), server));
    });
}

function addPinCommands(mcp: Command, app: AppOf, done: Done): void {
  const pins = mcp
    .command('pins')
    .description('which tools are not what you approved')
    .argument('[server]')
    .action(async (server: string | undefined, _options, command: Command) => {
      const { runMcpPins } = await import('../commands/mcp-pins.ts');
      done(await runMcpPins(app(command), server === undefined ? {} : { server }));
    });
  pins
    .command('accept')
    .description('approve of the tools of a server as they are now')
    .argument('<server>')
    .action(async (server: string, _options, command: Command) => {
      const { runMcpPinsAccept } = await import('../commands/mcp-pins.ts');
      done(await runMcpPinsAccept(app(command), server));
    });
  pins
    .command('forget')
    .description('approve of what the server has when it is next started')
    .argument('<server>')
    .action(async (server: string, _options, command: Command) => {
      const { runMcpPinsForget } = await import('../commands/mcp-pins.ts');
      done(await runMcpPinsForget(app(command), server));
    });
}
