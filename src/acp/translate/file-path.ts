import { fileURLToPath } from 'node:url';

/** A path, which some agents write as a `file:` URL. */
export function filePathOf(path: string): string {
  if (!path.startsWith('file://')) return path;
  try {
    return fileURLToPath(path);
  } catch {
    // Not a URL that stands for a file here: shown as it is.
    return path;
  }
}
