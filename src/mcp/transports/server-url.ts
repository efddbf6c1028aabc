import type { RemoteServerConfig } from '../../config/mcp-server-config.ts';
import { SimseError } from '../../core/errors.ts';

/** The address of an entry. Throws `config` for what is no http or https url; the text is not told, it may hold a secret. */
export function serverUrl({ url }: Pick<RemoteServerConfig, 'url'>): URL {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return parsed;
  throw new SimseError('config', 'has a "url" that is no http or https address');
}
