import { delimiter } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import { SimseError } from '../core/errors.ts';
import { splitCommandLine } from './command-line.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Command = readonly [string, ...string[]];

/** An opener that runs longer than this is the browser itself. */
const OPENED_MS = 2000;
const WEB: ReadonlySet<string> = new Set(['http:', 'https:']);

const OPENERS: Readonly<Record<string, Command>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const OTHER_OPENER = ['xdg-open'] as const;

/**
 * Opens a page of the web in the user's browser, which lives on without simse. `env` is its whole environment, and its
 * BROWSER names the browser as usual: command lines to be tried in turn, with `%s` for the address. Rejects with `usage`
 * for any other address, with `not_found` when nothing here opens pages.
 */
export async function openUrl(url: string, env: Environment): Promise<void> {
  const page = URL.canParse(url) ? new URL(url) : null;
  if (page === null || !WEB.has(page.protocol))
    throw new SimseError('usage', 'only web pages (http, https) can be opened');
  const failed: string[] = [];
  let cause: unknown;
  for (const command of browserCommands(env, page.href)) {
    const result = await startOpener(command, env);
    if (result?.failed !== true) return;
    failed.push(command[0]);
    cause = result.cause;
  }
  throw new SimseError('not_found', `no browser could be opened (tried ${failed.join(', ')})`, {
    hint: 'Open the address yourself.',
    cause,
  });
}

function browserCommands(env: Environment, address: string): Command[] {
  const chosen = (env['BROWSER'] ?? '').split(delimiter).flatMap((line) => {
    const [command, ...args] = splitCommandLine(line);
    return command === undefined ? [] : [withAddress([command, ...args], address)];
  });
  return chosen.length > 0 ? chosen : [withAddress(OPENERS[process.platform] ?? OTHER_OPENER, address)];
}

/** The address is one word, or a part of one, whatever is in it. */
function withAddress([command, ...args]: Command, address: string): Command {
  if (!args.some((arg) => arg.includes('%s'))) return [command, ...args, address];
  return [command, ...args.map((arg) => arg.replaceAll('%s', () => address))];
}

/** Resolves with null when the opener goes on running. */
async function startOpener([command, ...args]: Command, env: Environment) {
  const opener = execa(command, args, {
    env,
    extendEnv: false,
    stdio: 'ignore',
    reject: false,
    cleanup: false,
    detached: true,
  });
  opener.unref();
  return Promise.race([opener, delay(OPENED_MS, null, { ref: false })]);
}
