import * as z from 'zod';
import { milliseconds, text, textList, textMap } from './fields.ts';

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
export const backendFileSchema = z.strictObject(
  {
    $schema: z.string('a string').exactOptional(),
    servers: z.array(backendSchema, 'a list of servers').default([]),
    defaultServer: text.exactOptional(),
    defaultAgent: text.exactOptional(),
  },
  'an object',
);
