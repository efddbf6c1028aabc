import { TextDecoder } from 'node:util';
import { messageOf, SimseError } from '../../core/errors.ts';
import { webFetch } from '../../platform/http/web-fetch.ts';

const MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const HEADERS = {
  'user-agent': 'simse',
  accept: 'text/html, text/markdown, text/plain, application/json, */*;q=0.5',
};

export type FetchedPage =
  | { kind: 'page'; url: string; mediaType: string; text: string; isCut: boolean }
  /** It redirects to another host, about which the user was not asked. */
  | { kind: 'elsewhere'; url: string };

/** A URL that may be fetched. Throws SimseError('usage') for any other text. */
export function parseWebAddress(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new SimseError('usage', `${given} is not a web URL: it must start with http:// or https://.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new SimseError('usage', 'A URL with a user name or a password is not fetched.');
  }
  return url;
}

/**
 * Gets a text from the web: without cookies or credentials, at most 5 MB of it, within 20 seconds, and from this host alone.
 * Rejects with a SimseError that says why there is none, or with the signal's reason.
 */
export async function fetchPage(url: URL, signal: AbortSignal): Promise<FetchedPage> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  const ended = AbortSignal.any([signal, deadline]);
  try {
    const response = await followOnHost(url, ended);
    return response instanceof URL
      ? { kind: 'elsewhere', url: response.href }
      : await readPage(response.answer, response.url);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SimseError) throw error;
    if (deadline.aborted)
      throw new SimseError('timeout', `${url.host} took longer than ${TIMEOUT_MS / 1000} s.`);
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new SimseError('tool_failed', `${url.href} could not be fetched: ${messageOf(reason)}`, {
      cause: error,
    });
  }
}

/** The answer, or the address on another host to which it leads. */
async function followOnHost(start: URL, signal: AbortSignal): Promise<{ answer: Response; url: URL } | URL> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await webFetch(url.href, {
      headers: HEADERS,
      redirect: 'manual',
      credentials: 'omit',
      signal,
    });
    const location = REDIRECTS.has(answer.status) ? answer.headers.get('location') : null;
    if (location === null || !URL.canParse(location, url.href)) return { answer, url };
    await answer.body?.cancel();
    const next = parseWebAddress(new URL(location, url).href);
    if (next.host !== start.host) return next;
    url = next;
  }
  throw new SimseError('tool_failed', `${start.href} redirects too many times.`);
}

async function readPage(answer: Response, url: URL): Promise<FetchedPage> {
  const [mediaType = '', ...parameters] = (answer.headers.get('content-type') ?? 'text/plain').split(';');
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new SimseError(
      'tool_failed',
      `${url.href} answered with the status ${answer.status} ${answer.statusText}`.trim(),
    );
  }
  if (!isText(mediaType)) {
    await answer.body?.cancel();
    throw new SimseError('tool_failed', `${url.href} is ${mediaType.trim()}, which is not text.`);
  }
  const { bytes, isCut } = await readUpTo(answer, MAX_BYTES);
  const text = decoderFor(parameters).decode(bytes);
  return { kind: 'page', url: url.href, mediaType: mediaType.trim().toLowerCase(), text, isCut };
}

function isText(mediaType: string): boolean {
  return /^\s*(?:text\/|application\/(?:[\w.+-]*(?:json|xml|yaml|javascript|toml|x-sh|graphql)))/i.test(
    mediaType,
  );
}

async function readUpTo(answer: Response, maxBytes: number): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the download.
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut: size > maxBytes };
}

function decoderFor(parameters: readonly string[]): TextDecoder {
  const label = /charset\s*=\s*"?([^"\s]+)/i.exec(parameters.join(';'))?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder(); // An unknown encoding.
  }
}
