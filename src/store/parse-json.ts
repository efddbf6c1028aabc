/** The value of a JSON text, undefined for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Cut by a crash, or never JSON.
  }
}
