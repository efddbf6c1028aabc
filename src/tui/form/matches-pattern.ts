import { Script } from 'node:vm';

/** A pattern may come from anybody, and some take years for a short text. */
const MATCH_MS = 50;

const MATCH = new Script('new RegExp(pattern, "u").test(text)');

/**
 * Whether a text matches a pattern of JSON Schema. One that is no pattern, or cannot be decided in time, keeps nobody from
 * answering: whoever asked looks at the answer, too.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  try {
    return MATCH.runInNewContext({ pattern, text }, { timeout: MATCH_MS }) !== false;
  } catch {
    // Not a pattern, or one that takes too long.
    return true;
  }
}
