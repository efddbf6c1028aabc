import { type BackendConfig, backendFileSchema, backendSchema } from './backend-config.ts';
import { checkShape } from './check-shape.ts';
import type { Checked } from './config-problem.ts';
import { repeatedNames } from './repeated-names.ts';

const FILE_KEYS = Object.keys(backendFileSchema.shape);
const SERVER_KEYS = Object.keys(backendSchema.shape);

export const BACKEND_FILE_HINT =
  'The file looks like {"servers": [{"name": "claude", "command": "npx", "args": ["…"]}], "defaultServer": "claude"}.';

export interface BackendFile {
  servers: BackendConfig[];
  defaultServer?: string;
}

/** The content of acp.json; its `defaultAgent` is handed down to the servers that have none of their own. */
export function parseBackendFile(value: unknown): Checked<BackendFile> {
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
