import { isRecord } from '../../core/json.ts';
import { describe, MAX_DESCRIPTION_CHARS } from './server-text.ts';

/** What the texts inside one schema may have together. */
const MAX_TEXT_CHARS = 16 * 1024;
/** What is written for readers. */
const TEXTS: ReadonlySet<string> = new Set(['title', 'description', '$comment']);
/** Where values stand, which are not the server's words about something and stay as they are. */
const VALUES: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/** A JSON Schema whose texts are safe to draw and to hand to a model, and not longer than they have to be. */
export function cleanSchema(schema: Record<string, unknown>): Record<string, unknown> {
  let left = MAX_TEXT_CHARS;
  const cleanTextOf = (text: string): string => {
    const cleaned = describe(text, Math.min(left, MAX_DESCRIPTION_CHARS));
    left = Math.max(0, left - cleaned.length);
    return cleaned;
  };
  const clean = (key: string, value: unknown): unknown => {
    if (typeof value === 'string') return TEXTS.has(key) ? cleanTextOf(value) : value;
    if (VALUES.has(key)) return value;
    if (Array.isArray(value)) return value.map((item) => clean('', item));
    return isRecord(value) ? cleanObject(value) : value;
  };
  const cleanObject = (object: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, clean(key, value)]));
  return cleanObject(schema);
}
