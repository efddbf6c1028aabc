import type { ContentBlock } from '@agentclientprotocol/sdk';
import { SimseError } from '../../core/errors.ts';
import { isRecord, type JsonObject } from '../../core/json.ts';
import { cleanLine, cleanText } from '../../core/text/clean-text.ts';
import { countOf } from '../../core/text/quantities.ts';
import { toolAlias } from '../../core/text/tool-names.ts';
import { throttle } from '../../core/throttle.ts';
import {
  findMcpTool,
  type McpCall,
  type McpTool,
  type McpToolList,
  type McpToolResult,
} from '../mcp-client/mcp-tool.ts';
import {
  argumentsOf,
  askPermission,
  MAX_PICTURE_BYTES,
  type ModelTool,
  type Picture,
  type RunningCall,
  type ToolInvocation,
  textContent,
} from './tool.ts';

const DESCRIPTION_CHARS = 2000;

/** The tools of MCP servers for a model, under names of the letters that models take. */
export function mcpModelTools(tools: readonly McpTool[]): ModelTool[] {
  return tools.map((tool) => ({
    name: toolAlias(tool.name),
    description: `${cleanText(tool.description).slice(0, DESCRIPTION_CHARS)}\n(${tool.name})`.trim(),
    inputSchema: asObjectSchema(tool.inputSchema),
    isReadOnly: tool.isReadOnly,
    prepare: (args) => callMcpTool({ tool: tool.name, args: argumentsOf(tool.name, args), known: tool }),
  }));
}

/** Providers refuse every tool for one whose arguments are said to be no object. */
function asObjectSchema(schema: JsonObject): JsonObject {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  return { ...schema, type: 'object', properties: properties as JsonObject };
}

const TITLE_CHARS = 120;

interface CallMcpToolInput {
  tool: string;
  args: JsonObject;
  /** The tool, where it is known already: then no server is asked for its list. */
  known?: McpTool;
}

/** Calls a tool of an MCP server. Behind simse's bridge the gate asks; for any other server this asks. */
export function callMcpTool(input: CallMcpToolInput): ToolInvocation {
  return {
    name: input.tool,
    kind: 'other',
    title: titleOf(input.tool, input.args),
    locations: [],
    rawInput: { tool: input.tool, arguments: input.args },
    async run(call) {
      const tool =
        input.known ?? findMcpTool(input.tool, await call.context.mcp.list(call.signal, input.tool));
      if (!tool.asksItself) await askPermission(call, `call ${tool.name}`);
      const result = await callShown(tool, input.args, call);
      const text = result.content.map(textOf).join('\n');
      if (result.isError) throw new SimseError('tool_failed', text || 'the tool failed without a message');
      return {
        ok: true,
        answer:
          text === '' ? { text: 'The tool returned nothing.', form: 'markdown' } : { text, form: 'verbatim' },
        content: result.content.map((content) => ({ type: 'content', content })),
        pictures: picturesOf(result.content),
      };
    },
  };
}

/** Of a call by the bridge simse itself sees how far it is. */
async function callShown(tool: McpTool, args: JsonObject, call: RunningCall): Promise<McpToolResult> {
  const {
    id,
    signal,
    context: { mcp },
  } = call;
  if (tool.asksItself) return mcp.call(tool, args, { id, signal, onProgress() {} });
  const progress = showProgress(call);
  try {
    return await mcp.call(tool, args, { id, signal, onProgress: progress.report });
  } finally {
    await progress.end();
  }
}

function titleOf(tool: string, args: JsonObject): string {
  const title = Object.keys(args).length === 0 ? tool : `${tool} ${JSON.stringify(args)}`;
  return title.length > TITLE_CHARS
    ? `${title.slice(0, TITLE_CHARS - 1).replace(/\p{Surrogate}/gu, '')}…`
    : title;
}

/** What a block says in words; pictures and sound, which only the client can show, as a label. */
function textOf(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type} ${block.mimeType}]`;
    case 'resource_link':
      return `[${block.name}](${block.uri})`;
    case 'resource':
      return 'text' in block.resource ? block.resource.text : `[resource ${block.resource.uri}]`;
  }
}

const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const MAX_BASE64_CHARS = Math.ceil(MAX_PICTURE_BYTES / 3) * 4;

/** Those of some blocks that models take. */
function picturesOf(blocks: readonly ContentBlock[]): Picture[] {
  return blocks.flatMap((block) =>
    block.type === 'image' && PICTURE_TYPES.has(block.mimeType) && block.data.length <= MAX_BASE64_CHARS
      ? [{ mediaType: block.mimeType, data: block.data }]
      : [],
  );
}

const INTERVAL_MS = 250;

type Progress = Parameters<McpCall['onProgress']>[0];

interface ProgressShow {
  report(progress: Progress): void;
  /** Takes it away again. */
  end(): Promise<void>;
}

/** Shows with a tool call how far the server says it is: ACP has no other place for it. */
function showProgress({ show }: RunningCall): ProgressShow {
  let newest: Progress | null = null;
  // A client that has gone misses nothing.
  const limit = throttle(() => {
    if (newest !== null) show([textContent(describeProgress(newest))]).catch(() => {});
  }, INTERVAL_MS);
  return {
    report(progress) {
      newest = progress;
      limit.request();
    },
    async end() {
      limit.cancel();
      if (newest !== null) await show([]);
    },
  };
}

function describeProgress({ progress, total, message }: Progress): string {
  const amount = total === undefined ? String(progress) : `${progress} of ${total}`;
  return message === undefined ? amount : `${amount}: ${message}`;
}

const ROW_CHARS = 120;

/** Lists the tools of the MCP servers that the client named. */
export function listMcpTools(): ToolInvocation {
  return {
    name: 'list_tools',
    kind: 'other',
    title: 'List the MCP tools',
    locations: [],
    rawInput: {},
    async run(call) {
      const list = await call.context.mcp.list(call.signal);
      return {
        ok: true,
        answer: { text: toolTable(list), form: 'markdown' },
        content: [textContent(countOf(list.tools.length, 'tool'))],
      };
    },
  };
}

function toolTable({ tools, failures }: McpToolList): string {
  const table = ['| Tool | Description |', '|---|---|', ...tools.map(rowOf)].join('\n');
  const listed = tools.length > 0 ? table : 'There are no MCP tools. Servers are configured in `mcp.json`.';
  const failed = failures.map(({ server, reason }) => `- ${server}: ${reason}`).join('\n');
  return failed === '' ? listed : `${listed}\n\nThese servers did not answer:\n\n${failed}`;
}

function rowOf({ name, description }: McpTool): string {
  const line = cleanLine(description);
  const shortened = line.length > ROW_CHARS ? `${line.slice(0, ROW_CHARS - 1)}…` : line;
  const cells = [`\`${cleanLine(name)}\``, shortened].map((cell) => cell.replaceAll('|', '\\|'));
  return `| ${cells.join(' | ')} |`;
}
