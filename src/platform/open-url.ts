import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import { SimseError } from '../core/errors.ts';

/** An opener that runs longer than this is the browser itself. */
const OPENED_MS = 2000;
const WEB: ReadonlySet<string> = new Set(['http:', 'https:']);

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const OTHER_OPENER = ['xdg-open'] as const;

/**
 * Opens a page of the web in the user's browser, which lives on without simse. `env` is its whole environment. Rejects with
 * `usage` for any other address, with `not_found` when nothing here opens pages.
 */
export async function openUrl(url: string, env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const page = URL.canParse(url) ? new URL(url) : null;
  if (page === null || !WEB.has(page.protocol))
    throw new SimseError('usage', 'only pages of the web (http, https) are opened');
  const [command, ...args] = OPENERS[process.platform] ?? OTHER_OPENER;
  const opener = execa(command, [...args, page.href], {
    env,
    extendEnv: false,
    stdio: 'ignore',
    reject: false,
    cleanup: false,
    detached: true,
  });
  opener.unref();
  const result = await Promise.race([opener, delay(OPENED_MS, null, { ref: false })]);
  if (result?.failed === true)
    throw new SimseError('not_found', `no browser could be opened (by ${command})`, {
      hint: 'Open the address yourself.',
      cause: result.cause,
    });
}
