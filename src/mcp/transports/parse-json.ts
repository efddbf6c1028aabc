import { boundDepth } from '../../core/rpc/message-bounds.ts';

/** What a text from outside says in JSON, no deeper than it can be written again; undefined for one that is none. */
export function parseJson(text: string): unknown {
  try {
    return boundDepth(JSON.parse(text));
  } catch {
    // Not JSON: what is to be done about it is the caller's to decide.
    return undefined;
  }
}
