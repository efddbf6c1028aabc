/** What is done to get something for a prompt, or with one that waits. */
export type SourceEffect =
  | { type: 'shell'; command: string; give: boolean }
  | { type: 'interrupt-shell' }
  /** Lets what the last command wrote go along with the next prompt. */
  | { type: 'give-output' }
  | { type: 'note'; topic: string; text: string }
  /** Takes the image of a path that stands in the draft as `typed`. */
  | { type: 'attach-image'; path: string; typed: string }
  | { type: 'paste-clipboard' }
  | { type: 'resume-queue' };
