import { SimseError } from '../errors.ts';
import { parseJson } from '../json.ts';

/** Deeper than anything that people or programs mean, and far from where writing it as JSON overflows the stack. */
export const MAX_DEPTH = 200;
export const TOO_DEEP = `[left out: nested over ${MAX_DEPTH} levels deep]`;

/** A value from outside with TOO_DEEP in the place of what lies deeper in it; itself, where nothing does. */
export function boundDepth(value: unknown): unknown {
  return isNestedDeeper(value, MAX_DEPTH) ? cut(value, MAX_DEPTH) : value;
}

/** What a text from outside says in JSON, no deeper than it can be written again; undefined for no JSON. */
export function parseBounded(text: string): unknown {
  return boundDepth(parseJson(text));
}

/** Whether arrays and objects lie inside each other more than so many levels deep. Never goes deeper than that itself. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((inner) => isNestedDeeper(inner, levels - 1));
  const object = value as Record<string, unknown>;
  for (const key in object) if (isNestedDeeper(object[key], levels - 1)) return true;
  return false;
}

function cut(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((inner) => cut(inner, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner, levels - 1)]));
}

/** The largest message that is taken from a server or through the bridge. */
export const MESSAGE_LIMIT_BYTES = 32 * 1024 * 1024;

/** What is told of a message that was dropped for its size. */
export function messageTooLarge(bytes: number): SimseError {
  const megabytes = (size: number): string => `${Math.round(size / 1024 / 1024)} MB`;
  const limit = megabytes(MESSAGE_LIMIT_BYTES);
  return new SimseError(
    'limit',
    `sent a message of ${megabytes(bytes)}, which was dropped; the limit is ${limit}`,
  );
}
