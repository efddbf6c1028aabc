import type { ContentBlock } from '@agentclientprotocol/sdk';
import { SimseError } from '../../core/errors.ts';
import { isRecord, type JsonObject, parseJson, recordOf, textOf } from '../../core/json.ts';
import type { ToolCallOptions } from '../../core/ports/catalogue.ts';
import { TOOL_NAME } from '../../core/rpc/own-meta.ts';
import { closest } from '../../core/text/closest.ts';
import { qualifiedName, splitQualifiedName, toolAlias } from '../../core/text/tool-names.ts';
import { toContentBlock } from '../../mcp/translate/to-content.ts';

const MAX_NAMED = 8;

export interface McpTool {
  /** `server/tool`, as the user knows it. */
  name: string;
  /** The server to call it on, and its name there. */
  server: string;
  tool: string;
  description: string;
  /** JSON Schema of the arguments. */
  inputSchema: JsonObject;
  /** The server says that it changes nothing. */
  isReadOnly: boolean;
  /** It stands behind simse's own gate, which asks the user before anything happens. */
  asksItself: boolean;
}

export interface McpToolList {
  tools: McpTool[];
  /** Servers that could not be asked, and why in one line. */
  failures: { server: string; reason: string }[];
}

/** One call of a tool. */
export interface McpCall {
  /** The id of the tool call that it is made for. */
  id: string;
  signal: AbortSignal;
  onProgress: NonNullable<ToolCallOptions['onProgress']>;
}

export interface McpToolResult {
  content: ContentBlock[];
  isError: boolean;
}

interface ToolSource {
  /** The server's name in session/new. */
  server: string;
  /** It is simse itself, and behind it stand all of the user's servers. */
  isBridge: boolean;
}

/** A definition out of a list of tools, or null for one that cannot be called. */
export function readMcpTool({ server, isBridge }: ToolSource, raw: unknown): McpTool | null {
  if (!isRecord(raw) || typeof raw.name !== 'string' || raw.name === '') return null;
  const tool = raw.name;
  const description = typeof raw.description === 'string' ? raw.description : '';
  const name = isBridge ? bridgedName(tool, raw._meta) : qualifiedName(server, tool);
  const inputSchema = isRecord(raw.inputSchema) ? (raw.inputSchema as JsonObject) : { type: 'object' };
  const isReadOnly = isRecord(raw.annotations) && raw.annotations['readOnlyHint'] === true;
  return { name, server, tool, description, inputSchema, isReadOnly, asksItself: isBridge };
}

/** Tools cross the bridge as `server__tool`, where the server's name may not be told for sure: then the bridge tells. */
function bridgedName(tool: string, meta: unknown): string {
  const given = isRecord(meta) ? meta[TOOL_NAME] : undefined;
  return typeof given === 'string' ? given : tool.replace('__', '/');
}

/**
 * The result of tools/call, read loosely. ACP took its content blocks from MCP; what is not one is shown as its JSON, and so is a
 * structured result, which servers should give as a text as well and some do not.
 */
export function readToolResult(raw: unknown): McpToolResult {
  if (!isRecord(raw)) return { content: [jsonBlock(raw)], isError: false };
  const { content, structuredContent, isError, _meta, ...rest } = raw;
  const blocks = Array.isArray(content) ? content.map(readBlock) : [];
  const bare = Array.isArray(content) ? structuredContent : (structuredContent ?? rest);
  const isTold = bare === undefined || blocks.some((block) => block.type === 'text' && isJson(block.text));
  return { content: isTold ? blocks : [...blocks, jsonBlock(bare)], isError: isError === true };
}

function isJson(text: string): boolean {
  return typeof parseJson(text) === 'object';
}

function readBlock(raw: unknown): ContentBlock {
  const { type } = toContentBlock(raw);
  const isNameless = type === 'resource_link' && textOf(recordOf(raw)['name']) === undefined;
  return type === 'unknown' || isNameless ? jsonBlock(raw) : (raw as ContentBlock);
}

function jsonBlock(value: unknown): ContentBlock {
  return { type: 'text', text: JSON.stringify(value, null, 2) ?? 'null' };
}

/** The tool that is called `server/tool`. Throws `not_found` with what there is instead. */
export function findMcpTool(name: string, { tools, failures }: McpToolList): McpTool {
  const alias = toolAlias(name);
  const found = tools.find((tool) => tool.name === name) ?? tools.find(({ tool }) => tool === alias);
  if (found !== undefined) return found;
  const names = tools.map((tool) => tool.name);
  const failed = failures.map(({ server, reason }) => `The server ${server} did not answer: ${reason}.`);
  const hint = [...failed, suggestion(name, names)].join(' ');
  throw new SimseError('not_found', `there is no tool ${name}`, { hint });
}

/** One sentence. */
function suggestion(name: string, names: readonly string[]): string {
  if (names.length === 0) return 'No MCP server offers any tool.';
  const server = splitQualifiedName(name)?.server;
  const siblings = names.filter((other) => splitQualifiedName(other)?.server === server);
  const meant = closest(name, siblings.length > 0 ? siblings : names);
  if (meant !== null) return `Did you mean ${meant}?`;
  if (siblings.length === 0) return '`tools` lists all there are.';
  const more = siblings.length > MAX_NAMED ? ', …' : '.';
  return `${server} has ${siblings.slice(0, MAX_NAMED).join(', ')}${more}`;
}
