/** Paths here are absolute and already resolved; only their text is looked at. Windows separators become `/`. */
function normalise(path: string): string {
  const forward = path.includes('\\') && /^(?:[A-Za-z]:)?\\/.test(path) ? path.replaceAll('\\', '/') : path;
  return forward.length > 1 && forward.endsWith('/') ? forward.slice(0, -1) : forward;
}

/** Whether a resolved path is one of the roots or below one. */
export function isInside(roots: readonly string[], path: string): boolean {
  return relativeTo(roots, path) !== null;
}

/** The path relative to the first root that holds it (`.` for the root itself), or null outside all of them. */
export function relativeTo(roots: readonly string[], path: string): string | null {
  const target = normalise(path);
  for (const root of roots.map(normalise)) {
    if (target === root) return '.';
    const prefix = root === '/' ? '/' : `${root}/`;
    if (target.startsWith(prefix)) return target.slice(prefix.length);
  }
  return null;
}

/** A path as people want to read it: relative inside the workspace, absolute outside. */
export function displayPath(roots: readonly string[], path: string): string {
  return relativeTo(roots, path) ?? path;
}
