/** The language of a file by its name, null when it is not known. */
export function languageOfPath(_path: string): string | null {
  return null;
}
