import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { OAuthConfig } from '../../config/mcp-server-config.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import { withLock } from '../../platform/process-lock.ts';
import { writeFileAtomic } from '../../platform/write-atomic.ts';

const text = z.string().min(1);

/** A client that an authorization server has made for simse. */
const registrationSchema = z.object({
  client_id: text,
  client_secret: text.exactOptional(),
  /** Epoch seconds; 0 is never. */
  client_secret_expires_at: z.number().exactOptional(),
  token_endpoint_auth_method: text.exactOptional(),
});

const storedLoginSchema = z.object({
  /** The address of the MCP server, and who issued the tokens: together the key. */
  server: text,
  issuer: text,
  /** Where the authorization server's metadata is looked for. */
  authorizationServer: text,
  /** What the tokens are for, in the server's own words. */
  resource: text.exactOptional(),
  clientId: text,
  /** Without it the client is the user's own, of mcp.json. */
  registration: registrationSchema.exactOptional(),
  redirectUri: text.exactOptional(),
  /** What was asked for or granted. */
  scopes: z.array(text),
  accessToken: text,
  refreshToken: text.exactOptional(),
  /** Epoch milliseconds. */
  expiresAt: z.number().exactOptional(),
  savedAt: z.number(),
});

const FILE_NAME = 'credentials.json';
/** How long one simse waits while another renews a login, which may take some requests. */
const RENEWAL_PATIENCE_MS = 60_000;
const fileSchema = z.object({ version: z.literal(1), logins: z.array(storedLoginSchema) });

export type Registration = z.output<typeof registrationSchema>;

/** What simse keeps of a login at a server. */
export type StoredLogin = z.output<typeof storedLoginSchema>;

/** The logins at MCP servers. Everything rejects with SimseError('store_failed') while the file cannot be read or written. */
export interface CredentialStore {
  /** Of a server, newest first. */
  logins(server: string): Promise<StoredLogin[]>;
  /** Takes the place of an earlier login at the same server with the same issuer. */
  save(login: StoredLogin): Promise<void>;
  /** Forgets one login, or all of a server. */
  remove(login: Pick<StoredLogin, 'server'> & Partial<Pick<StoredLogin, 'issuer'>>): Promise<void>;
  /** Runs a task while nobody else, in this process or another, does so for the same server. */
  exclusively<T>(server: string, task: () => Promise<T>): Promise<T>;
}

/** Keeps logins in `credentials.json` of a folder, for this user only. A file that is broken is never written over. */
export function openCredentialStore(dir: string): CredentialStore {
  const file = join(dir, FILE_NAME);

  const change = async (edit: (logins: StoredLogin[]) => StoredLogin[]): Promise<void> => {
    await inFolder(dir, file, () =>
      withLock(dir, 'credentials', async () => {
        const before = await readLogins(file);
        const logins = edit(before);
        if (logins.length === 0 && before.length === 0) return;
        await writeFileAtomic(file, `${JSON.stringify({ version: 1, logins }, null, 2)}\n`, 0o600);
      }),
    );
  };

  return {
    logins: async (server) => loginsOf(await readLogins(file), server),
    save: (login) => change((logins) => [...logins.filter((other) => !isSame(other, login)), login]),
    remove: (login) => change((logins) => logins.filter((other) => !isSame(other, login))),
    exclusively: (server, task) => {
      const name = `login-${createHash('sha256').update(server).digest('hex').slice(0, 16)}`;
      return inFolder(dir, file, () => withLock(dir, name, task, RENEWAL_PATIENCE_MS));
    },
  };
}

/** Keeps logins for as long as it lives. */
export function createMemoryStore(): CredentialStore {
  let kept: StoredLogin[] = [];
  return {
    logins: async (server) => loginsOf(kept, server),
    async save(login) {
      kept = [...kept.filter((other) => !isSame(other, login)), login];
    },
    async remove(login) {
      kept = kept.filter((other) => !isSame(other, login));
    },
    exclusively: (_server, task) => task(),
  };
}

function loginsOf(logins: readonly StoredLogin[], server: string): StoredLogin[] {
  return logins.filter((login) => login.server === server).sort((one, other) => other.savedAt - one.savedAt);
}

/** Without an issuer every login of the server is meant. */
function isSame(one: StoredLogin, { server, issuer }: Parameters<CredentialStore['remove']>[0]): boolean {
  return one.server === server && (issuer === undefined || one.issuer === issuer);
}

async function inFolder<T>(dir: string, file: string, task: () => Promise<T>): Promise<T> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    return await task();
  } catch (error) {
    // Other failures are the task's own.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new SimseError('store_failed', `${file} cannot be written: ${messageOf(error)}`, { cause: error });
  }
}

/** What is wrong with the file is not quoted: it holds secrets. */
async function readLogins(file: string): Promise<StoredLogin[]> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(file, 'utf8'))).logins;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new SimseError('store_failed', `${file} cannot be read, so logins can be neither used nor saved.`, {
      hint: 'Move the file away, then log in again.',
    });
  }
}

/** Whether two names of an authorization server are one. A slash at the end may be missing, since many leave it out. */
export function isSameIssuer(one: string, other: string): boolean {
  return withoutSlash(one) === withoutSlash(other);
}

function withoutSlash(issuer: string): string {
  return (URL.canParse(issuer) ? new URL(issuer).href : issuer).replace(/\/$/, '');
}

/** Whether a login is of the client and the authorization server that mcp.json names now. */
export function isUsableLogin(
  { clientId, authorizationServer }: StoredLogin,
  settings: Pick<OAuthConfig, 'clientId' | 'issuer'>,
): boolean {
  if (settings.clientId !== undefined && settings.clientId !== clientId) return false;
  return settings.issuer === undefined || isSameIssuer(settings.issuer, authorizationServer);
}
