import { fileURLToPath } from 'node:url';
import { defined, idOf, isRecord, numberOf, recordOf, recordsOf, textOf } from '../../core/json.ts';
import { boundDepth } from '../../core/rpc/message-bounds.ts';
import type { ToolCallPatch, ToolContent, ToolKind, ToolStatus } from '../../core/tool-call.ts';
import { META_IS_MCP_CALL, META_PARENT_ID, META_TOOL_NAME } from '../vendors/vendor-quirks.ts';
import { toContentBlocks } from './content.ts';

/** A path, which some agents write as a `file:` URL. */
export function filePathOf(path: string): string {
  if (!path.startsWith('file://')) return path;
  try {
    return fileURLToPath(path);
  } catch {
    // Not a URL that stands for a file here: shown as it is.
    return path;
  }
}

const KINDS: ReadonlySet<string> = new Set<ToolKind>([
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
]);

/** The statuses of ACP, and what else agents call them. */
const STATUSES: Readonly<Record<string, ToolStatus>> = {
  pending: 'pending',
  in_progress: 'in_progress',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  running: 'in_progress',
  paused: 'in_progress',
  success: 'completed',
  error: 'failed',
};

/** A `tool_call`, a `tool_call_update` or the tool call of a permission request; null without an id. */
export function toToolCallPatch(update: Record<string, unknown>): ToolCallPatch | null {
  const id = idOf(update['toolCallId']);
  return id === undefined ? null : { id, ...toToolCallFields(update) };
}

/** All that is said of a tool call but its id. */
export function toToolCallFields(update: Record<string, unknown>): Omit<ToolCallPatch, 'id'> {
  const { content, locations, rawOutput } = update;
  const rawInput = readInput(update['rawInput']);
  const meta = recordOf(update['_meta']);
  return defined({
    title: textOf(update['title']),
    name: textOf(update['name']) ?? textAt(meta, META_TOOL_NAME) ?? mcpName(meta, rawInput),
    kind: toToolKind(update['kind']),
    status: toToolStatus(update['status']),
    content: mcpContent(content, rawOutput) ?? (isMissing(content) ? undefined : toToolContent(content)),
    locations: Array.isArray(locations) ? recordsOf(locations).flatMap(toLocation) : undefined,
    input: rawInput,
    output: rawOutput ?? undefined,
    parentId: textAt(meta, META_PARENT_ID),
  });
}

/** Some agents have the arguments as JSON. */
function readInput(input: unknown): unknown {
  if (typeof input !== 'string') return input ?? undefined;
  const value = parseJson(input);
  return isRecord(value) ? value : input;
}

function parseJson(text: string): unknown {
  try {
    return boundDepth(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * A tool call of an agent that tells the arguments as the text of its content while it prepares the call: half of them at
 * first, then all. They are its input, and nothing that it has to show.
 */
export function withTextArguments(update: Record<string, unknown>): Record<string, unknown> {
  const { content, status, ...rest } = update;
  const [item, ...others] = recordsOf(content);
  const { text } = recordOf(item?.['content']);
  const isPreparing = status === 'pending' || status === 'in_progress';
  if (!isPreparing || typeof text !== 'string' || others.length > 0 || !/^(?:\{|$)/.test(text)) return update;
  const input = parseJson(text);
  return { status, ...(isRecord(input) ? { rawInput: input } : {}), ...rest };
}

/** An MCP tool, which some agents name only by the parts of its input, and mark as such. */
function mcpName(meta: Record<string, unknown>, input: unknown): string | undefined {
  const { server, tool } = recordOf(input);
  const isMarked = meta[META_IS_MCP_CALL] === true && typeof server === 'string' && typeof tool === 'string';
  return isMarked ? `${server}__${tool}` : undefined;
}

/** The answer of an MCP tool, which some agents have in the raw output only. */
function mcpContent(content: unknown, output: unknown): ToolContent[] | undefined {
  if (!isMissing(content) && !(Array.isArray(content) && content.length === 0)) return undefined;
  const { content: own, result } = recordOf(output);
  const blocks = recordsOf(own ?? recordOf(result)['content']).filter(({ type }) => typeof type === 'string');
  return blocks.length === 0 ? undefined : toBlocks(blocks);
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

function toToolKind(kind: unknown): ToolKind | undefined {
  if (typeof kind !== 'string') return undefined;
  return KINDS.has(kind) ? (kind as ToolKind) : 'other';
}

function toToolStatus(status: unknown): ToolStatus | undefined {
  return typeof status === 'string' ? STATUSES[status] : undefined;
}

function toToolContent(content: unknown): ToolContent[] {
  const items: unknown[] = Array.isArray(content) ? content : [content];
  return items.flatMap((item) => (isRecord(item) ? readItem(item) : toBlocks(item)));
}

/**
 * A bare content block, as the specification's own example has it, is read as one. Where nothing was before, some agents
 * say so by an empty text.
 */
function readItem(item: Record<string, unknown>): ToolContent[] {
  const { type, path, oldText, newText, terminalId } = item;
  if (type === 'content') return toBlocks(item['content']);
  if (type === 'terminal' && typeof terminalId === 'string') return [{ type, terminalId }];
  if (type === 'diff' && typeof path === 'string' && typeof newText === 'string') {
    return [{ type, path: filePathOf(path), oldText: textOf(oldText) ?? null, newText }];
  }
  return toBlocks(item);
}

function toBlocks(value: unknown): ToolContent[] {
  return toContentBlocks(value).map((block) => ({ type: 'content', block }));
}

function toLocation({ path, line }: Record<string, unknown>): { path: string; line?: number }[] {
  return typeof path === 'string' ? [defined({ path: filePathOf(path), line: numberOf(line) })] : [];
}

function textAt(meta: Record<string, unknown>, paths: readonly (readonly string[])[]): string | undefined {
  return paths
    .map((keys) => textOf(keys.reduce<unknown>((value, key) => recordOf(value)[key], meta)))
    .find((text) => text !== undefined);
}
