import { join } from 'node:path';
import * as z from 'zod';
import { checkShape, milliseconds, text, textList, textMap } from './check-shape.ts';
import { type Checked, repeatedNames } from './config-problem.ts';
import type { ConfigFormat } from './read-config-file.ts';
import { type Layer, type Places, readLayers } from './read-layers.ts';

/** By this name the built-in backend is chosen, unless acp.json has one that is called so. */
export const BUILT_IN_BACKEND = 'simse';

const DIALECTS = ['auto', 'acp', 'simse'] as const;
const MCP_ROUTES = ['bridge', 'direct', 'off'] as const;

const backendName = z
  .string('a string')
  .regex(/^[A-Za-z0-9._-]{1,64}$/, 'a name of 1 to 64 letters, digits, ".", "_" and "-"');

export const backendSchema = z.strictObject(
  {
    name: backendName,
    command: text,
    args: textList.default([]),
    cwd: text.exactOptional(),
    env: textMap.default({}),
    /** Variables with keys of models that the commands it has simse run get as well. */
    commandKeys: textList.exactOptional(),
    /** The model or agent to choose on this backend. */
    defaultAgent: text.exactOptional(),
    /** Milliseconds any request may take; for a prompt, the longest silence. */
    timeoutMs: milliseconds.default(60_000),
    dialect: z.enum(DIALECTS, '"auto", "acp" or "simse"').default('auto'),
    /** How MCP servers reach the backend: through simse, as their own entries, or not at all. */
    mcp: z.enum(MCP_ROUTES, '"bridge", "direct" or "off"').default('bridge'),
  },
  'an object',
);

/** One agent that simse can start. Its strings may hold `${VAR}`; `expandBackend` resolves them at start time. */
export type BackendConfig = z.output<typeof backendSchema>;

/** The content of acp.json. */
const backendFileSchema = z.strictObject(
  {
    $schema: z.string('a string').exactOptional(),
    servers: z.array(backendSchema, 'a list of agents').default([]),
    defaultServer: text.exactOptional(),
    defaultAgent: text.exactOptional(),
  },
  'an object',
);

const FILE_KEYS = Object.keys(backendFileSchema.shape);
const SERVER_KEYS = Object.keys(backendSchema.shape);

const BACKEND_FILE_HINT =
  'The file looks like {"servers": [{"name": "claude", "command": "npx", "args": ["…"]}], "defaultServer": "claude"}.';

export interface BackendFile {
  servers: BackendConfig[];
  defaultServer?: string;
}

/** The content of acp.json; its `defaultAgent` is handed down to the servers that have none of their own. */
function parseBackendFile(value: unknown): Checked<BackendFile> {
  const checked = checkShape(backendFileSchema, value, (path) =>
    path.length === 0 ? FILE_KEYS : SERVER_KEYS,
  );
  if (!checked.ok) return checked;
  const { servers, defaultServer, defaultAgent } = checked.value;
  const repeated = repeatedNames(
    servers.map(({ name }, index) => ({ name, path: ['servers', index, 'name'] })),
  );
  if (repeated.length > 0) return { ok: false, problems: repeated };
  return {
    ok: true,
    value: {
      servers: servers.map((server) => (defaultAgent === undefined ? server : { defaultAgent, ...server })),
      ...(defaultServer === undefined ? {} : { defaultServer }),
    },
  };
}

/** Where a project may have its acp.json; the first one that is there counts. */
const PROJECT_FILES = [join('.simse', 'acp.json'), 'acp.json'];

export const BACKEND_FORMAT: ConfigFormat<BackendFile> = { parse: parseBackendFile, hint: BACKEND_FILE_HINT };

/** The user's acp.json and the project's, weakest first. Throws SimseError('config') for a file that is wrong. */
export function readBackendLayers(
  places: Places,
): Promise<{ layers: Layer<BackendFile>[]; warnings: string[] }> {
  return readLayers('acp.json', PROJECT_FILES, BACKEND_FORMAT, places);
}
