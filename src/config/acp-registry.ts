import * as z from 'zod';
import { isRecord } from '../core/json.ts';
import { FETCH_TIMEOUT_MS } from './backend-presets.ts';

/** A command line's own text: a registry has no business with simse's variables or with what cannot be seen. */
const plain = z
  .string()
  .max(1000)
  .regex(/^(?!.*\$\{)[^\p{C}\p{Zl}\p{Zp}]*$/u);
const plainList = z.array(plain).max(50).default([]);
const plainMap = z.record(z.string().regex(/^[A-Za-z_]\w*$/), plain).default({});
const shownText = z.string().max(1000).optional().catch(undefined);

/** A package by its name and version only: no option, path or address can pass for one. */
const npmPackage = z.string().regex(/^(?:@[a-z\d~][\w.~-]*\/)?[a-z\d~][\w.~-]*(?:@[\w.+~^-]+)?$/i);
const pythonPackage = z.string().regex(/^[a-z\d][\w.-]*(?:\[[\w,.-]+\])?(?:(?:==|@)[\w.+!-]+)?$/i);

const launched = { args: plainList, env: plainMap };
const download = z.object({
  archive: z
    .string()
    .max(2000)
    .regex(/^https:\/\/[^\s\p{C}]+$/u),
  cmd: plain,
  sha256: z
    .string()
    .regex(/^[\da-f]{64}$/i)
    .optional()
    .catch(undefined),
  ...launched,
});

/** One agent of a registry. What is not known is passed over; a distribution that is not understood counts as missing. */
const registryAgentSchema = z.object({
  id: z.string().regex(/^[a-z\d][a-z\d._-]{0,63}$/i),
  name: z.string().max(200),
  version: shownText,
  description: shownText,
  distribution: z.object({
    npx: z
      .object({ package: npmPackage, ...launched })
      .optional()
      .catch(undefined),
    uvx: z
      .object({ package: pythonPackage, ...launched })
      .optional()
      .catch(undefined),
    /** By system, such as `linux-x86_64`. */
    binary: z.record(z.string(), download.optional().catch(undefined)).optional().catch(undefined),
  }),
});
export type RegistryAgent = z.output<typeof registryAgentSchema>;

export interface AcpRegistry {
  agents: RegistryAgent[];
  /** How many entries were not understood. */
  skipped: number;
}

/** The content of an ACP registry file, null when it is none. An odd entry is skipped, not the file. */
export function parseRegistry(value: unknown): AcpRegistry | null {
  if (!isRecord(value) || !Array.isArray(value['agents'])) return null;
  const results = value['agents'].map((agent) => registryAgentSchema.safeParse(agent));
  const agents = results.flatMap((result) => (result.success ? [result.data] : []));
  return { agents, skipped: results.length - agents.length };
}

/** How an agent of a registry comes to run here. */
export type Launch =
  | { kind: 'command'; command: string; args: string[]; env: Record<string, string>; timeoutMs: number }
  /** To be fetched and unpacked by hand; `cmd` is the program within. */
  | { kind: 'download'; url: string; sha256: string | null; cmd: string; args: string[] }
  | { kind: 'none' };

/** The first of npx, uvx and a download for this system that an agent has. */
export function launchOf({ distribution }: RegistryAgent, system: string): Launch {
  const { npx, uvx, binary = {} } = distribution;
  if (npx !== undefined) {
    const args = ['-y', npx.package, ...npx.args];
    return { kind: 'command', command: 'npx', args, env: npx.env, timeoutMs: FETCH_TIMEOUT_MS };
  }
  if (uvx !== undefined) {
    const args = [uvx.package, ...uvx.args];
    return { kind: 'command', command: 'uvx', args, env: uvx.env, timeoutMs: FETCH_TIMEOUT_MS };
  }
  const target = Object.hasOwn(binary, system) ? binary[system] : undefined;
  if (target === undefined) return { kind: 'none' };
  const { archive, cmd, args, sha256 = null } = target;
  return { kind: 'download', url: archive, sha256, cmd, args };
}
