/** An image that attached with a prompt. */
export interface PromptImage {
  /** Of its file, or where it comes from. */
  name: string;
  mimeType: string;
  bytes: number;
  /** base64. */
  data: string;
}

/** What agents' models take at most. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** In pixels: providers refuse a whole conversation for one larger image in it. */
export const MAX_IMAGE_SIDE = 8000;

const SIGNATURES: readonly { mimeType: string; at: number; bytes: string }[] = [
  { mimeType: 'image/png', at: 0, bytes: '\u0089PNG\r\n\u001a\n' },
  { mimeType: 'image/jpeg', at: 0, bytes: '\u00ff\u00d8\u00ff' },
  { mimeType: 'image/gif', at: 0, bytes: 'GIF8' },
  { mimeType: 'image/webp', at: 8, bytes: 'WEBP' },
];

/** What the first bytes say that a file is; null for anything but the images that agents take. */
export function imageTypeOf(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  return SIGNATURES.find(({ at, bytes: signature }) => head.startsWith(signature, at))?.mimeType ?? null;
}

/** `120 KB`, `1.4 MB`. */
export function describeBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${Math.round(kilobytes)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

/** Where images for a prompt come from. Both reject with a SimseError that says why there is none. */
export interface ImageSource {
  /** Of a file; relative paths are those of the session's directory. */
  read(path: string): Promise<PromptImage>;
  /** What was copied last: an image, else text; null where it is neither. */
  clipboard(): Promise<PromptImage | { text: string } | null>;
}

/** What stood in the prompt, unsent. */
export interface UnsentDraft {
  /** With a character of the private-use plane from U+100000 on for each long paste, by its index. */
  readonly text: string;
  readonly pastes: readonly string[];
}
