import { messageOf } from '../../core/errors.ts';
import { webFetch } from '../../platform/http/web-fetch.ts';
import { connectionProblem } from './connection-problem.ts';
import { ModelError } from './model.ts';
import { type Provider, redactKeys } from './provider.ts';

/**
 * fetch() for providers. It follows no redirect, since that would hand the key to another server. Rejects with a
 * ModelError where a web page answers in the place of an API.
 */
export const providerFetch: typeof fetch = async (input, init) => {
  const response = await webFetch(input, { ...init, redirect: 'manual' });
  const location = response.headers.get('location');
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw new ModelError(
      'rejected',
      `${addressOf(input)} redirects to ${location ?? 'somewhere else'}: use that address instead if you trust it`,
    );
  }
  if (response.ok && response.headers.get('content-type')?.startsWith('text/html') === true) {
    await response.body?.cancel();
    throw new ModelError(
      'rejected',
      `${addressOf(input)} returned a web page: use the address of the API, which often ends in /v1`,
    );
  }
  return response;
};

function addressOf(input: string | URL | Request): string {
  const { origin, pathname } = new URL(input instanceof Request ? input.url : input);
  return `${origin}${pathname}`;
}

/** More than any list of models has. */
const MAX_BYTES = 16_000_000;

/** What a provider says to a GET, with its key. Rejects with an Error for people when it says nothing or no JSON. */
export async function askProvider(provider: Provider, url: string, signal: AbortSignal): Promise<unknown> {
  const headers = { ...keyHeaders(provider), ...provider.headers };
  try {
    const response = await providerFetch(url, { headers, signal });
    if (!response.ok) throw new Error(statusProblem(provider, response.status));
    return await readJson(response);
  } catch (error) {
    const reason = signal.aborted ? 'it did not answer in time' : connectionProblem(error);
    throw new Error(redactKeys(reason ?? messageOf(causeOf(error)), provider));
  }
}

/** fetch() says no more than that it failed; why is in its cause. */
function causeOf(error: unknown): unknown {
  return error instanceof TypeError ? (error.cause ?? error) : error;
}

/** The body as JSON. Rejects when it is not JSON, or too long. */
export async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error('its answer is far too long');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  } catch {
    throw new Error('its answer is not JSON');
  }
}

function statusProblem({ keyVariable }: Provider, status: number): string {
  const isRefusal = status === 401 || status === 403;
  return isRefusal ? `it rejects the key in ${keyVariable ?? 'no variable'}` : `it answers with ${status}`;
}

function keyHeaders({ kind, apiKey }: Provider): Record<string, string> {
  const version = kind === 'anthropic' ? { 'anthropic-version': '2023-06-01' } : {};
  if (apiKey === null) return version;
  switch (kind) {
    case 'openai':
    case 'openai-responses':
      return { authorization: `Bearer ${apiKey}` };
    case 'anthropic':
      return { ...version, 'x-api-key': apiKey };
    case 'google':
      return { 'x-goog-api-key': apiKey };
  }
}
