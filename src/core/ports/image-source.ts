import type { PromptImage } from './prompt-image.ts';

/** Where images for a prompt come from. Both reject with a SimseError that says why there is none. */
export interface ImageSource {
  /** Of a file; relative paths are those of the session's directory. */
  read(path: string): Promise<PromptImage>;
  /** What was copied last: an image, else text; null where it is neither. */
  clipboard(): Promise<PromptImage | { text: string } | null>;
}
