import { isRecord } from '../../core/json.ts';
import type { Checked } from '../config-problem.ts';

/** What another host says of a server, its variables still in that host's words. */
export interface ForeignServer {
  /** As the other host calls it. */
  name: string;
  /** In the keys of mcp.json; what is undefined counts as absent. Nothing of it has been checked. */
  settings: Record<string, unknown>;
  /** Why simse cannot have it at all. */
  unusable?: string;
  /** Why it cannot run here as it is. */
  blockers: string[];
}

/** A host's file as text, to the servers in it. `project` is the folder that the file speaks of. */
export type ParseForeign = (text: string, place: { project: string }) => Checked<ForeignServer[]>;

/** The entries of a map of servers; what is no object in it is none. */
export function serversOf(map: unknown): [string, Record<string, unknown>][] {
  if (!isRecord(map)) return [];
  return Object.entries(map).flatMap(([name, value]) => (isRecord(value) ? [[name, value] as const] : []));
}

/** A server that cannot be had, and why. */
export function unusable(name: string, why: string): ForeignServer {
  return { name, settings: {}, unusable: why, blockers: [] };
}

/** Words of a command line; other hosts take numbers for text there. */
export function wordsIn(value: unknown): unknown {
  return Array.isArray(value) ? value.map(asText) : value;
}

/** Values by name, likewise. */
export function textsIn(value: unknown): unknown {
  if (!isRecord(value)) return value ?? undefined;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asText(one)]));
}

/** Switched off, by either of the words that hosts have for it. */
export function isOff({ enabled, disabled }: Record<string, unknown>): boolean {
  return enabled === false || disabled === true;
}

export function listOrNothing(value: unknown): unknown {
  return Array.isArray(value) && value.length > 0 ? value : undefined;
}

/** A time in milliseconds. What is less than a second was meant in another unit, and is left out. */
export function timeIn(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 1000 ? Math.round(value) : undefined;
}

/** A time that is written in seconds. */
export function millisecondsIn(seconds: unknown): number | undefined {
  return typeof seconds === 'number' ? timeIn(seconds * 1000) : undefined;
}

function asText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** What other hosts write of a login, each in its own words, as `auth` of mcp.json; undefined when there is nothing. */
export function oauthIn(value: unknown): unknown {
  if (value === false) return { type: 'none' };
  if (!isRecord(value)) return undefined;
  const first = (...keys: string[]) => keys.map((key) => value[key]).find((found) => found !== undefined);
  const settings = {
    clientId: first('clientId', 'client_id', 'CLIENT_ID'),
    clientSecret: first('clientSecret', 'client_secret', 'CLIENT_SECRET'),
    scopes: scopesIn(first('scopes', 'scope')),
    callbackPort: first('callbackPort', 'callback_port'),
  };
  const isEmpty = Object.values(settings).every((setting) => setting === undefined);
  return isEmpty ? undefined : { type: 'oauth', ...settings };
}

function scopesIn(value: unknown): unknown {
  return typeof value === 'string' ? value.split(/[\s,]+/).filter((scope) => scope !== '') : value;
}
