import { isRecord } from '../../core/json.ts';
import { parseConfigText } from '../read-config-file.ts';
import {
  type ForeignServer,
  isOff,
  oauthIn,
  type ParseForeign,
  serversOf,
  textsIn,
  timeIn,
  unusable,
  wordsIn,
} from './foreign-server.ts';

/** opencode.json: `{"mcp": {…}}`, or since its second version `{"mcp": {"servers": {…}}}`. */
export const parseOpencode: ParseForeign = (text) => {
  const document = parseConfigText(text);
  if (!document.ok) return document;
  const root = document.value.value;
  const mcp = isRecord(root) && isRecord(root['mcp']) ? root['mcp'] : {};
  const isSecondVersion = isRecord(mcp['servers']) && !('type' in mcp['servers']);
  const map = isSecondVersion ? mcp['servers'] : mcp;
  return { ok: true, value: serversOf(map).map(([name, server]) => readServer(name, server)) };
};

function readServer(name: string, server: Record<string, unknown>): ForeignServer {
  const { type, command, environment, cwd, url, headers, oauth, timeout } = server;
  const words = wordsIn(command);
  if (type !== 'local' && type !== 'remote') {
    return unusable(name, 'it only changes a server that comes from elsewhere');
  }
  const [program, ...args] = Array.isArray(words) ? words : [];
  const target =
    type === 'local'
      ? { command: program, args, env: textsIn(environment), cwd }
      : { url, headers: textsIn(headers), auth: oauthIn(oauth) };
  return {
    name,
    settings: { ...target, ...timesIn(timeout), enabled: isOff(server) ? false : undefined },
    blockers: [],
  };
}

/** A number is how long the tools may take to be listed, at the start. */
function timesIn(timeout: unknown): Record<string, unknown> {
  if (!isRecord(timeout)) return { startupTimeoutMs: timeIn(timeout) };
  return { startupTimeoutMs: timeIn(timeout['startup']), timeoutMs: timeIn(timeout['request']) };
}
