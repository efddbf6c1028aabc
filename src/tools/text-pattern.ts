export interface TextPattern {
  regex: RegExp;
  /** Why the pattern was taken as plain text, when it is no regular expression. */
  note: string | null;
}

/** As other programs have it, and a JavaScript expression has not. */
const IGNORE_CASE = /^\(\?i\)/;

/**
 * A search pattern: a JavaScript regular expression, which may begin with `(?i)`, or plain text when it is not a valid one.
 */
export function compilePattern(given: string, isCaseIgnored = false): TextPattern {
  const pattern = given.replace(IGNORE_CASE, '');
  const flags = isCaseIgnored || pattern !== given ? 'i' : '';
  try {
    return { regex: new RegExp(pattern, flags), note: null };
  } catch {
    // Not a regular expression: whoever searches for `foo(` means just that.
    const literal = new RegExp(pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), flags);
    return {
      regex: literal,
      note: 'This is not a valid regular expression, so it was searched for as plain text.',
    };
  }
}
