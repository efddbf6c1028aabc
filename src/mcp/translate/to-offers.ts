import { defined, numberOf, recordOf, recordsOf } from '../../core/json.ts';
import type {
  CompletionQuery,
  McpPrompt,
  McpResource,
  McpResourceTemplate,
} from '../../core/ports/mcp-offers.ts';
import { describe, entitle, usableId } from './server-text.ts';

const MAX_ARGUMENTS = 50;
const MAX_PROMPT_NAME_CHARS = 256;
const MAX_VALUES = 100;

/** One item of a prompts/list result; null when it cannot be used. */
export function toPrompt(server: string, raw: Readonly<Record<string, unknown>>): McpPrompt | null {
  const name = usableId(raw['name'], MAX_PROMPT_NAME_CHARS);
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
  const name = usableId(raw['name'], MAX_PROMPT_NAME_CHARS);
  if (name === undefined) return [];
  const description = describe(raw['description']);
  return [{ name, ...(description === '' ? {} : { description }), required: raw['required'] === true }];
}

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

/** The params of `completion/complete`. */
export function toCompletionParams({ target, argument, context }: CompletionQuery): Record<string, unknown> {
  const ref =
    target.kind === 'prompt'
      ? { type: 'ref/prompt', name: target.name }
      : { type: 'ref/resource', uri: target.uriTemplate };
  const isAlone = Object.keys(context).length === 0;
  return { ref, argument, ...(isAlone ? {} : { context: { arguments: context } }) };
}

/** The values of its result that can be used. */
export function toCompletions(answer: unknown): string[] {
  const { values } = recordOf(recordOf(answer)['completion']);
  if (!Array.isArray(values)) return [];
  return values.slice(0, MAX_VALUES).flatMap((value) => usableId(value) ?? []);
}
