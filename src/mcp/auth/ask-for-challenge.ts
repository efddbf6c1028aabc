import type { RemoteServerConfig } from '../../config/mcp-server-config.ts';
import type { RemoteAccess } from '../transports/remote-access.ts';
import type { Challenge } from './log-in-job.ts';
import { readChallenge } from './read-challenge.ts';

/** What a server answers to somebody who is not logged in; empty when it says nothing of a login. */
export async function askForChallenge(
  plain: RemoteAccess,
  url: URL,
  transport: RemoteServerConfig['transport'],
  signal: AbortSignal,
): Promise<Challenge> {
  const response = await plain.fetch(url, { ...(transport === 'http' ? PING : STREAM), signal });
  await response.body?.cancel();
  return response.status === 401 ? readChallenge(response) : {};
}

const PING: RequestInit = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
};
const STREAM: RequestInit = { headers: { accept: 'text/event-stream' } };
