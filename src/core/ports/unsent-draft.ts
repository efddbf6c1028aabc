/** What stood in the prompt, unsent. */
export interface UnsentDraft {
  /** With a character of the private-use plane from U+100000 on for each long paste, by its index. */
  readonly text: string;
  readonly pastes: readonly string[];
}
