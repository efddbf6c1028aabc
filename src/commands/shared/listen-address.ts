import { SimseError } from '../../core/errors.ts';

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 7357;
const MAX_PORT = 65_535;
/** `[::1]:80`, `host:80`, `host`, `:80`. */
const ADDRESS = /^(?:\[([0-9a-f:]+)\]|([^:[\]\s]*))(?::(\d+))?$/i;

/** `host:port`, of which either may be missing, as an address to listen on. Throws SimseError('usage'). */
export function parseListenAddress(text: string): { host: string; port: number } {
  const isPort = /^\d+$/.test(text);
  const match = ADDRESS.exec(isPort ? `:${text}` : text);
  const port = Number(match?.[3] ?? DEFAULT_PORT);
  if (match !== null && port <= MAX_PORT) return { host: match[1] ?? (match[2] || DEFAULT_HOST), port };
  throw new SimseError('usage', `"${text}" is not an address to listen on.`, {
    hint: 'It is host:port, as 127.0.0.1:7357 or [::1]:7357; port 0 takes any that is free.',
  });
}
