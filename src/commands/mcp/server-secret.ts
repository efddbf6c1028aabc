import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf, SimseError } from '../../core/errors.ts';
import type { HttpSecret } from '../../mcp-server/http/http-guard.ts';

export interface SecretOptions {
  /** false for a server that asks for none. */
  auth: boolean;
  /** A file with the token that clients have to show. */
  tokenFile?: string;
  /** A name and password in place of a token. */
  basicUser?: string;
  passwordFile?: string;
}

export interface ServerSecret {
  secret: HttpSecret | null;
  /** A secret that was just made, in words for the user, who cannot know it. */
  news?: string;
}

const MIN_CHARS = 16;

/** What clients of the server have to show. Throws SimseError('usage') for a file that holds no secret. */
export async function createServerSecret(options: SecretOptions, cwd: string): Promise<ServerSecret> {
  const { auth, tokenFile, basicUser, passwordFile } = options;
  if (basicUser !== undefined) return basicSecret(basicUser, passwordFile, cwd);
  if (passwordFile !== undefined) throw new SimseError('usage', '--password-file needs a --basic-user.');
  if (!auth) return { secret: null };
  if (tokenFile !== undefined) return { secret: { type: 'bearer', token: await readSecret(tokenFile, cwd) } };
  const token = newSecret();
  return { secret: { type: 'bearer', token }, news: `Authorization: Bearer ${token}` };
}

async function basicSecret(username: string, file: string | undefined, cwd: string): Promise<ServerSecret> {
  if (username === '' || username.includes(':')) {
    throw new SimseError('usage', `"${username}" is not a user name: it is empty, or has a colon.`);
  }
  if (file !== undefined) {
    return { secret: { type: 'basic', username, password: await readSecret(file, cwd) } };
  }
  const password = newSecret();
  return { secret: { type: 'basic', username, password }, news: `password of ${username}: ${password}` };
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

async function readSecret(file: string, cwd: string): Promise<string> {
  const path = resolve(cwd, file);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new SimseError('usage', `Cannot read the secret in ${path}: ${messageOf(cause)}`, { cause });
  });
  const secret = text.trim();
  if (secret.length >= MIN_CHARS && !/\s/.test(secret)) return secret;
  throw new SimseError('usage', `${path} has no secret of at least ${MIN_CHARS} characters in one word.`);
}
