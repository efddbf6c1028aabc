import { fixture } from './agent-sandbox.ts';

/** The entry of mcp.json for a program of test/fixtures/mcp, named after its file. */
export function mcpServer(file: string, entry: object = {}, args: string[] = []): object {
  return { name: file, command: process.execPath, args: [fixture(`mcp/${file}.mjs`), ...args], ...entry };
}
