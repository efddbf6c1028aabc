import { type HttpRequest, sendHttp } from '../../platform/http/send-http.ts';
import { toNetworkFailure } from './network-failure.ts';

/**
 * One HTTP request, which follows no redirects and has no time limit. Resolves with the head of the answer. Rejects with a
 * SimseError, or with the AbortError of the signal, which ends the body as well.
 */
export async function sendRequest(url: URL, request: HttpRequest): Promise<Response> {
  try {
    return await sendHttp(url, request);
  } catch (error) {
    throw toNetworkFailure(error, url);
  }
}
