/** A directory as people write it: under `home` with a tilde. */
export function shortPath(directory: string, home: string): string {
  if (home === '' || home === '/') return directory;
  if (directory === home) return '~';
  return directory.startsWith(`${home}/`) ? `~${directory.slice(home.length)}` : directory;
}
