import { expect, test } from 'vitest';
import { silenceLimitOf } from '../../src/acp/turn/run-turn.ts';
import { acpDialect } from '../../src/acp/wire/acp-dialect.ts';
import { simseDialect } from '../../src/acp/wire/simse-dialect.ts';
import { backendSchema } from '../../src/config/backend-config.ts';

test.each([
  ['an ACP agent may think for ten minutes', acpDialect, {}, 600_000],
  ['one that was given longer gets it', acpDialect, { timeoutMs: 900_000 }, 900_000],
  ['one that was given less than the default gets that', acpDialect, { timeoutMs: 5000 }, 5000],
  ['the simse dialect keeps to timeoutMs', simseDialect, {}, 60_000],
])('%s', (_title, dialect, given, limit) => {
  const config = backendSchema.parse({ name: 'x', command: 'x', ...given });
  expect(silenceLimitOf({ config, dialect })).toBe(limit);
});
