/** `{server}/{tool}`: the name under which an MCP tool is known everywhere in simse. */
export function qualifiedName(server: string, tool: string): string {
  return `${server}/${tool}`;
}

/** Splits at the first `/`, since a server's name has none and a tool's may. */
export function splitQualifiedName(name: string): { server: string; tool: string } | null {
  const slash = name.indexOf('/');
  if (slash <= 0 || slash === name.length - 1) return null;
  return { server: name.slice(0, slash), tool: name.slice(slash + 1) };
}
