import type { McpPrompt } from '../../core/ports/mcp-offers.ts';
import { defined, recordsOf } from '../../core/json.ts';
import { describe, entitle, usableId } from './server-text.ts';

const MAX_ARGUMENTS = 50;
const MAX_NAME_CHARS = 256;

/** One item of a prompts/list result; null when it cannot be used. */
export function toPrompt(server: string, raw: Readonly<Record<string, unknown>>): McpPrompt | null {
  const name = usableId(raw['name'], MAX_NAME_CHARS);
  if (name === undefined) return null;
  return defined({
    server,
    name,
    title: entitle(raw['title']),
    description: describe(raw['description']),
    arguments: recordsOf(raw['arguments']).slice(0, MAX_ARGUMENTS).flatMap(toArgument),
  });
}

function toArgument(raw: Record<string, unknown>): McpPrompt['arguments'] {
  const name = usableId(raw['name'], MAX_NAME_CHARS);
  if (name === undefined) return [];
  const description = describe(raw['description']);
  return [{ name, ...(description === '' ? {} : { description }), required: raw['required'] === true }];
}
