/** What a text from outside says in JSON; undefined for one that is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: what is to be done about it is the caller's to decide.
    return undefined;
  }
}
