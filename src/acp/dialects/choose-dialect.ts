import { SimseError } from '../../core/errors.ts';
import { acpDialect } from './acp.ts';
import type { Dialect } from './dialect.ts';
import { simseDialect } from './simse.ts';

export const ACP_VERSION = 1;

/**
 * The dialect that an agent speaks, by the config or by its answer to `initialize`: only ACP has a `protocolVersion`.
 * Throws `protocol` for a version of ACP that simse does not speak.
 */
export function chooseDialect(
  configured: 'auto' | 'acp' | 'simse',
  initialized: Readonly<Record<string, unknown>>,
  backend: string,
): Dialect {
  const version = initialized['protocolVersion'];
  if (configured === 'simse') return simseDialect;
  if (version === undefined || version === null) return configured === 'acp' ? acpDialect : simseDialect;
  if (Number(version) === ACP_VERSION) return acpDialect;
  throw new SimseError(
    'protocol',
    `${backend} speaks version ${JSON.stringify(version)} of ACP, simse version ${ACP_VERSION}`,
    {
      hint: `Use a version of ${backend} that speaks version ${ACP_VERSION}.`,
    },
  );
}
