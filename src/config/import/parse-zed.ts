import { isRecord } from '../../core/json.ts';
import { parseConfigText } from '../config-document.ts';
import {
  type ForeignServer,
  isOff,
  millisecondsIn,
  type ParseForeign,
  serversOf,
  textsIn,
  unusable,
  wordsIn,
} from './foreign-server.ts';
import { oauthIn } from './oauth-in.ts';

/** Zed's settings.json: `{"context_servers": {…}}`, where the command used to be an object of its own. */
export const parseZed: ParseForeign = (text) => {
  const document = parseConfigText(text);
  if (!document.ok) return document;
  const root = document.value.value;
  const map = isRecord(root) ? root['context_servers'] : undefined;
  return { ok: true, value: serversOf(map).map(([name, server]) => readServer(name, server)) };
};

function readServer(name: string, server: Record<string, unknown>): ForeignServer {
  const { url, headers, oauth } = server;
  const local = isRecord(server['command']) ? server['command'] : server;
  const command = local['path'] ?? local['command'];
  if (command === undefined && url === undefined) return unusable(name, 'it is an extension of Zed');
  const target =
    url === undefined
      ? { command, args: wordsIn(local['args']), env: textsIn(local['env']) }
      : { url, headers: textsIn(headers), auth: oauthIn(oauth) };
  return {
    name,
    settings: {
      ...target,
      timeoutMs: millisecondsIn(local['timeout']),
      enabled: isOff(server) ? false : undefined,
    },
    blockers: [],
  };
}
