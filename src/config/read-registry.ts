import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanLine } from '../core/text/clean-text.ts';
import { messageOf, SimseError } from '../core/errors.ts';
import { webFetch } from '../platform/http/web-fetch.ts';
import { type AcpRegistry, parseRegistry } from './acp-registry.ts';
import { readConfigText } from './read-config-file.ts';

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
  if (/^https:\/\//i.test(source)) return download(source, signal);
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

async function download(url: string, signal: AbortSignal): Promise<string> {
  const limit = AbortSignal.timeout(DOWNLOAD_MS);
  try {
    return await readBody(url, await request(url, AbortSignal.any([signal, limit]), MAX_REDIRECTS));
  } catch (error) {
    if (error instanceof SimseError) throw error;
    signal.throwIfAborted();
    if (limit.aborted) {
      throw new SimseError('timeout', `${url} did not arrive within ${DOWNLOAD_MS / 1000} s`, {
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
      throw new SimseError('not_found', `${url} leads to ${cleanLine(location)}, which is not followed`);
    }
    await response.body?.cancel();
    return request(next.href, signal, redirects - 1);
  }
  if (!response.ok) throw new SimseError('not_found', `${url} answers with status ${response.status}`);
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
