import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { type StdioServerConfig, stdioServerSchema } from '../../src/config/mcp-server-config.ts';
import type { ToolResult } from '../../src/core/ports/catalogue.ts';
import type { McpHost } from '../../src/core/ports/mcp-host.ts';
import type { McpServerStatus } from '../../src/core/state/events.ts';
import { createMcpHost, type McpHostOptions } from '../../src/mcp/create-mcp-host.ts';
import { liveProcesses } from '../helpers/processes.ts';
import { tempDir } from '../helpers/temp-dir.ts';

/** How long to poll for what follows from a process: the machine may be busy. */
export const SOON = { timeout: 20_000 };

/** The absolute path of a program in test/fixtures/mcp. */
function fixturePath(program: string): string {
  return fileURLToPath(new URL(`../fixtures/mcp/${program}.mjs`, import.meta.url));
}

/** An entry for a fixture server; the server is named after the program. */
export function fixture(
  program: string,
  args: string[] = [],
  more: Partial<StdioServerConfig> = {},
): StdioServerConfig {
  return stdioServerSchema.parse({
    name: program,
    transport: 'stdio',
    command: process.execPath,
    args: [fixturePath(program), ...args],
    ...more,
  });
}

export interface RunningHost {
  host: McpHost;
  /** Everything that was told, as "level server: text". */
  notices: string[];
  logs: string[];
  /** Every status of every server, oldest first. */
  history: McpServerStatus[];
  /** A folder that belongs to this test, and to nobody else's processes. */
  dir: string;
}

/** A host that is not started yet. When the test ends it is closed, and no process of it may be left. */
export async function createHost(
  servers: McpHostOptions['servers'],
  options: Partial<McpHostOptions> = {},
): Promise<RunningHost> {
  const dir = await tempDir();
  const running: Omit<RunningHost, 'host'> = { notices: [], logs: [], history: [], dir };
  const host = createMcpHost({
    servers,
    roots: [dir],
    cwd: dir,
    env: { ...process.env, HOME: dir } as Record<string, string>,
    clientVersion: '0.0.0',
    restartDelaysMs: [10, 20, 40],
    log: (line) => running.logs.push(line),
    ...options,
  });
  host.onNotice((level, server, text) => running.notices.push(`${level} ${server}: ${text}`));
  host.onStatus((status) => running.history.push(status));
  onTestFinished(async () => {
    await host[Symbol.asyncDispose]();
    expect(await liveProcesses(dir)).toEqual([]);
  });
  return { host, ...running };
}

/** As createHost, and every server has had its first attempt. */
export async function startHost(...parameters: Parameters<typeof createHost>): Promise<RunningHost> {
  const running = await createHost(...parameters);
  await running.host.start();
  return running;
}

/** The text of a result's only block. */
export function textOf(result: ToolResult): string {
  const [block, ...others] = result.content;
  if (block?.type !== 'text' || others.length > 0) throw new Error(`not one text: ${JSON.stringify(result)}`);
  return block.text;
}
