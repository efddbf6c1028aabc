import { buildDiscoveryUrls } from '@modelcontextprotocol/sdk/client/auth.js';
import { type OAuthMetadata, OAuthMetadataSchema } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { SimseError } from '../../core/errors.ts';

/**
 * What an authorization server says of itself (RFC 8414, OpenID Connect Discovery), from the first of the usual places that
 * has it. The SDK's own way to find it forgets the fields of the one in a document of the other.
 */
export async function findMetadata(server: string, fetchFn: FetchLike): Promise<OAuthMetadata | undefined> {
  for (const { url } of buildDiscoveryUrls(server)) {
    const response = await fetchFn(url, { headers: { accept: 'application/json' } });
    if (response.status >= 500) {
      throw new SimseError(
        'mcp_failed',
        `has an authorization server that answered with status ${response.status}`,
      );
    }
    if (!response.ok) continue;
    const metadata = OAuthMetadataSchema.safeParse(await readJson(response));
    if (metadata.success) return metadata.data;
  }
  return undefined;
}

/** undefined for the page that some servers answer everything with. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
