import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { messageOf, SimseError } from '../core/errors.ts';
import { isRecord } from '../core/json.ts';
import { cleanLine } from '../core/text/clean-text.ts';
import { webFetch } from '../platform/http/web-fetch.ts';
import { FETCH_TIMEOUT_MS } from './backend-presets.ts';
import { readConfigText } from './read-config-file.ts';

/** A command line's own text: a registry has no business with simse's variables or with what cannot be seen. */
const plain = z
  .string()
  .max(1000)
  .regex(/^(?!.*\$\{)[^\p{C}\p{Zl}\p{Zp}]*$/u);
const plainList = z.array(plain).max(50).default([]);
const plainMap = z.record(z.string().regex(/^[A-Za-z_]\w*$/), plain).default({});
const shownText = z.string().max(1000).optional().catch(undefined);

/** A package by its name and version only: no option, path or address can pass for one. */
const npmPackage = z.string().regex(/^(?:@[a-z\d~][\w.~-]*\/)?[a-z\d~][\w.~-]*(?:@[\w.+~^-]+)?$/i);
const pythonPackage = z.string().regex(/^[a-z\d][\w.-]*(?:\[[\w,.-]+\])?(?:(?:==|@)[\w.+!-]+)?$/i);

const launched = { args: plainList, env: plainMap };
const download = z.object({
  archive: z
    .string()
    .max(2000)
    .regex(/^https:\/\/[^\s\p{C}]+$/u),
  cmd: plain,
  sha256: z
    .string()
    .regex(/^[\da-f]{64}$/i)
    .optional()
    .catch(undefined),
  ...launched,
});

/** One agent of a registry. What is not known is passed over; a distribution that is not understood counts as missing. */
const registryAgentSchema = z.object({
  id: z.string().regex(/^[a-z\d][a-z\d._-]{0,63}$/i),
  name: z.string().max(200),
  version: shownText,
  description: shownText,
  distribution: z.object({
    npx: z
      .object({ package: npmPackage, ...launched })
      .optional()
      .catch(undefined),
    uvx: z
      .object({ package: pythonPackage, ...launched })
      .optional()
      .catch(undefined),
    /** By system, such as `linux-x86_64`. */
    binary: z.record(z.string(), download.optional().catch(undefined)).optional().catch(undefined),
  }),
});
export type RegistryAgent = z.output<typeof registryAgentSchema>;

export interface AcpRegistry {
  agents: RegistryAgent[];
  /** How many entries were not understood. */
  skipped: number;
}

/** The content of an ACP registry file, null when it is none. An odd entry is skipped, not the file. */
export function parseRegistry(value: unknown): AcpRegistry | null {
  if (!isRecord(value) || !Array.isArray(value['agents'])) return null;
  const results = value['agents'].map((agent) => registryAgentSchema.safeParse(agent));
  const agents = results.flatMap((result) => (result.success ? [result.data] : []));
  return { agents, skipped: results.length - agents.length };
}

/** How an agent of a registry comes to run here. */
export type Launch =
  | { kind: 'command'; command: string; args: string[]; env: Record<string, string>; timeoutMs: number }
  /** To be fetched and unpacked by hand; `cmd` is the program within. */
  | { kind: 'download'; url: string; sha256: string | null; cmd: string; args: string[] }
  | { kind: 'none' };

/** The first of npx, uvx and a download for this system that an agent has. */
export function launchOf({ distribution }: RegistryAgent, system: string): Launch {
  const { npx, uvx, binary = {} } = distribution;
  if (npx !== undefined) {
    const args = ['-y', npx.package, ...npx.args];
    return { kind: 'command', command: 'npx', args, env: npx.env, timeoutMs: FETCH_TIMEOUT_MS };
  }
  if (uvx !== undefined) {
    const args = [uvx.package, ...uvx.args];
    return { kind: 'command', command: 'uvx', args, env: uvx.env, timeoutMs: FETCH_TIMEOUT_MS };
  }
  const target = Object.hasOwn(binary, system) ? binary[system] : undefined;
  if (target === undefined) return { kind: 'none' };
  const { archive, cmd, args, sha256 = null } = target;
  return { kind: 'download', url: archive, sha256, cmd, args };
}

const MAX_BYTES = 5_000_000;
const DOWNLOAD_MS = 30_000;
const MAX_REDIRECTS = 3;

const PUBLIC_REGISTRY = 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json';
const HINT = `The public registry is ${PUBLIC_REGISTRY}`;

/**
 * Reads an ACP registry from a file or over https. Rejects with a SimseError: `usage` for another kind of address, `config`
 * for what is no registry, `not_found` or `timeout` when it cannot be had.
 */
export async function readRegistry(
  source: string,
  { cwd, signal }: { cwd: string; signal: AbortSignal },
): Promise<AcpRegistry> {
  const text = await readSource(source, cwd, signal);
  const registry = parseRegistry(parseJson(text, source));
  if (registry !== null) return registry;
  throw new SimseError('config', `${source}: is not an ACP registry, which has a list of "agents"`, {
    hint: HINT,
  });
}

async function readSource(source: string, cwd: string, signal: AbortSignal): Promise<string> {
  if (/^https:\/\//i.test(source)) return downloadRegistry(source, signal);
  const file = fileOf(source, cwd);
  const text = await readConfigText(file, MAX_BYTES);
  if (text === null) throw new SimseError('not_found', `${file}: no such file`, { hint: HINT });
  return text;
}

function fileOf(source: string, cwd: string): string {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(source)) return resolve(cwd, source);
  try {
    return fileURLToPath(source);
  } catch (error) {
    throw new SimseError('usage', `${source}: a registry is read from a file or over https`, {
      hint: HINT,
      cause: error,
    });
  }
}

async function downloadRegistry(url: string, signal: AbortSignal): Promise<string> {
  const limit = AbortSignal.timeout(DOWNLOAD_MS);
  try {
    return await readBody(url, await request(url, AbortSignal.any([signal, limit]), MAX_REDIRECTS));
  } catch (error) {
    if (error instanceof SimseError) throw error;
    signal.throwIfAborted();
    if (limit.aborted) {
      throw new SimseError('timeout', `${url} timed out after ${DOWNLOAD_MS / 1000} s`, {
        cause: error,
      });
    }
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new SimseError('not_found', `${url} cannot be read: ${messageOf(reason)}`, { cause: error });
  }
}

/** Follows redirects by hand, since none may leave https. */
async function request(url: string, signal: AbortSignal, redirects: number): Promise<Response> {
  const response = await webFetch(url, {
    signal,
    redirect: 'manual',
    headers: { accept: 'application/json' },
  });
  const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
  if (location !== null) {
    const next = URL.canParse(location, url) ? new URL(location, url) : null;
    if (next?.protocol !== 'https:' || redirects === 0) {
      throw new SimseError(
        'not_found',
        `${url} redirects to ${cleanLine(location)}, which simse does not follow`,
      );
    }
    await response.body?.cancel();
    return request(next.href, signal, redirects - 1);
  }
  if (!response.ok) throw new SimseError('not_found', `${url} answered with status ${response.status}`);
  return response;
}

async function readBody(url: string, { body }: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8');
  let text = '';
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) {
      throw new SimseError('config', `${url}: is larger than ${MAX_BYTES / 1_000_000} MB`, { hint: HINT });
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SimseError('config', `${source}: is not JSON: ${messageOf(error)}`, {
      hint: HINT,
      cause: error,
    });
  }
}
