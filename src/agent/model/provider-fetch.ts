import { webFetch } from '../../platform/http/web-fetch.ts';
import { ModelError } from './model-error.ts';

/**
 * fetch() for providers. It follows no redirect, since that would hand the key to whoever is at its end. Rejects with a
 * ModelError where a web page answers in the place of an API.
 */
export const providerFetch: typeof fetch = async (input, init) => {
  const response = await webFetch(input, { ...init, redirect: 'manual' });
  const location = response.headers.get('location');
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw new ModelError(
      'rejected',
      `${addressOf(input)} sends on to ${location ?? 'somewhere else'}: use that address instead, if you trust it`,
    );
  }
  if (response.ok && response.headers.get('content-type')?.startsWith('text/html') === true) {
    await response.body?.cancel();
    throw new ModelError(
      'rejected',
      `${addressOf(input)} answers with a web page: its address has to be that of the API, which often ends in /v1`,
    );
  }
  return response;
};

function addressOf(input: string | URL | Request): string {
  const { origin, pathname } = new URL(input instanceof Request ? input.url : input);
  return `${origin}${pathname}`;
}
