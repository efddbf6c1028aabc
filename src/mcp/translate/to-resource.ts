import type { McpResource, McpResourceTemplate } from '../../core/ports/mcp-offers.ts';
import { defined, numberOf } from '../../core/json.ts';
import { describe, entitle, usableId } from './server-text.ts';

type Raw = Readonly<Record<string, unknown>>;

/** One item of a resources/list result; null when it cannot be used. */
export function toResource(server: string, raw: Raw): McpResource | null {
  const uri = usableId(raw['uri']);
  return uri === undefined
    ? null
    : defined({ server, uri, ...aboutResource(raw, uri), size: numberOf(raw['size']) });
}

/** One item of a resources/templates/list result; null when it cannot be used. */
export function toTemplate(server: string, raw: Raw): McpResourceTemplate | null {
  const uriTemplate = usableId(raw['uriTemplate']);
  return uriTemplate === undefined ? null : { server, uriTemplate, ...aboutResource(raw, uriTemplate) };
}

function aboutResource(raw: Raw, address: string) {
  const description = describe(raw['description']);
  return defined({
    name: entitle(raw['name']) ?? address,
    title: entitle(raw['title']),
    description: description === '' ? undefined : description,
    mimeType: entitle(raw['mimeType']),
  });
}
