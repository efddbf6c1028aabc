import { remoteServerSchema } from '../../../src/config/mcp-server-config.ts';
import type { SimseError } from '../../../src/core/errors.ts';
import type { ShowLogIn } from '../../../src/core/ports/mcp-host.ts';
import { type AccessContext, openAccess, type ServerAccess } from '../../../src/mcp/auth/open-access.ts';
import { tempDir } from '../../helpers/temp-dir.ts';

export interface Opened {
  access: ServerAccess;
  /** Where logins are kept. */
  dir: string;
  logs: string[];
  /** Addresses of the login pages that were shown. */
  pages: string[];
  /** Sends a JSON-RPC request of this method. Resolves with the status of the answer. */
  send(method?: string): Promise<number>;
}

/** Does what a user's browser does with a login page where everything is agreed to. */
export async function browse(url: string): Promise<string> {
  const response = await fetch(url);
  return response.text();
}

/** Access to a server, with a user who agrees to every login. */
export async function open(
  url: string,
  entry: Record<string, unknown> = {},
  context: Partial<AccessContext> & { headless?: boolean } = {},
): Promise<Opened> {
  const dir = context.credentialsDir ?? (await tempDir());
  const logs: string[] = [];
  const pages: string[] = [];
  const agree: ShowLogIn = async ({ url: page }) => {
    pages.push(page);
    void browse(page).catch(() => {});
    return null;
  };
  const { headless = false, ...rest } = context;
  const config = remoteServerSchema.parse({ name: 'far', transport: 'http', url, ...entry });
  const access = openAccess(config, {
    credentialsDir: dir,
    env: process.env as Record<string, string>,
    cwd: dir,
    log: (line) => logs.push(line),
    ...(headless ? {} : { showLogIn: agree }),
    ...rest,
  });
  const send = async (method = 'ping'): Promise<number> => {
    const response = await access.fetch(new URL(url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
    });
    await response.body?.cancel();
    return response.status;
  };
  return { access, dir, logs, pages, send };
}

/** The failure of something that must fail. */
export async function failureOf(promise: Promise<unknown>): Promise<SimseError> {
  return promise.then(
    () => Promise.reject(new Error('It did not fail.')),
    (error: SimseError) => error,
  );
}
