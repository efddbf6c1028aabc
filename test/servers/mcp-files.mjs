/** server-everything as an entry of mcp.json, over the transport that a column of the table names; `own` is added to it. */
export function everything({ column, environment, servers }, own = {}) {
  const remote = { http: { url: servers.http }, sse: { url: servers.sse, transport: 'sse' } };
  const stdio = { command: environment.bin('everything'), args: ['stdio'] };
  return { name: 'everything', ...(remote[column.name] ?? stdio), ...own };
}

/** The user's mcp.json with these servers. */
export function mcpFile(...servers) {
  return { 'config/mcp.json': { servers } };
}

/** What a run printed as JSON; the run itself when that is none, for the message. */
export function jsonOf(run) {
  try {
    return JSON.parse(run.stdout);
  } catch {
    return run;
  }
}

/** What a run printed as one JSON object a line. */
export function linesOf({ stdout }) {
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}
