import type { ContentBlock } from '../../core/content.ts';
import { isRecord } from '../../core/json.ts';
import type { ToolResult } from '../../core/ports/catalogue.ts';
import type { McpPromptMessage } from '../../core/ports/mcp-offers.ts';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const MAX_PROMPT_MESSAGES = 500;
const MAX_CONTENTS = 500;

/**
 * The result of tools/call, read loosely: servers leave out `content` beside `structuredContent`, send blocks of later
 * versions, or (2024 and ml-commons) a bare value. A result without any content is shown as its JSON.
 */
export function toToolResult(raw: unknown): ToolResult {
  if (!isRecord(raw)) return { content: jsonText(raw), isError: false };
  const isError = raw.isError === true;
  const { content, structuredContent, toolResult } = raw;
  const blocks = Array.isArray(content) ? content.map(toContentBlock) : [];
  if (structuredContent !== undefined) {
    return { content: blocks.length > 0 ? blocks : jsonText(structuredContent), structuredContent, isError };
  }
  if (Array.isArray(content)) return { content: blocks, isError };
  return { content: jsonText(toolResult ?? withoutMeta(raw)), isError };
}

/** A failure that the server reported as a JSON-RPC error: told to the backend like any other failure of a tool. */
export function toFailedResult(message: string): ToolResult {
  return { content: [{ type: 'text', text: message }], isError: true };
}

/** The messages of a prompts/get result, a text where a server has it in place of a block; null when there is no list. */
export function toPromptMessages(answer: unknown): McpPromptMessage[] | null {
  if (!isRecord(answer) || !Array.isArray(answer['messages'])) return null;
  return answer['messages']
    .filter(isRecord)
    .slice(0, MAX_PROMPT_MESSAGES)
    .map(({ role, content }) => ({
      role: role === 'assistant' ? 'assistant' : 'user',
      content: typeof content === 'string' ? { type: 'text', text: content } : toContentBlock(content),
    }));
}

/** The contents of a resources/read result; null when there are none. One that does not say whose it is, is of `uri`. */
export function toResourceBlocks(answer: unknown, uri: string): ContentBlock[] | null {
  if (!isRecord(answer) || !Array.isArray(answer['contents'])) return null;
  return answer['contents']
    .slice(0, MAX_CONTENTS)
    .map((raw) => toContentBlock(isRecord(raw) ? { type: 'resource', resource: { uri, ...raw } } : raw));
}

/** One content block of an MCP result. What this version does not know, or what is malformed, is kept as JSON. */
export function toContentBlock(raw: unknown): ContentBlock {
  return (isRecord(raw) ? knownBlock(raw) : null) ?? { type: 'unknown', json: JSON.stringify(raw) ?? 'null' };
}

function knownBlock(raw: Record<string, unknown>): ContentBlock | null {
  switch (raw.type) {
    case 'text':
      return typeof raw.text === 'string' ? { type: 'text', text: raw.text } : null;
    case 'image':
    case 'audio':
      return isBase64(raw.data) && typeof raw.mimeType === 'string'
        ? { type: raw.type, mimeType: raw.mimeType, data: raw.data }
        : null;
    case 'resource_link':
      return resourceLink(raw);
    case 'resource':
      return isRecord(raw.resource) ? embeddedResource(raw.resource) : null;
    default:
      return null;
  }
}

function resourceLink({ uri, name, mimeType }: Record<string, unknown>): ContentBlock | null {
  if (typeof uri !== 'string') return null;
  return { type: 'resource_link', uri, name: typeof name === 'string' ? name : uri, ...mime(mimeType) };
}

function embeddedResource({ uri, mimeType, text, blob }: Record<string, unknown>): ContentBlock | null {
  if (typeof uri !== 'string') return null;
  if (typeof text === 'string') return { type: 'resource', uri, ...mime(mimeType), text };
  return isBase64(blob) ? { type: 'resource', uri, ...mime(mimeType), blob } : null;
}

function mime(mimeType: unknown): { mimeType?: string } {
  return typeof mimeType === 'string' ? { mimeType } : {};
}

function isBase64(data: unknown): data is string {
  return typeof data === 'string' && data.length % 4 === 0 && BASE64.test(data);
}

function jsonText(value: unknown): ContentBlock[] {
  return [{ type: 'text', text: JSON.stringify(value, null, 2) ?? 'null' }];
}

function withoutMeta({ _meta, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}
