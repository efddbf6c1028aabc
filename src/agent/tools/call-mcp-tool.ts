import type { ContentBlock } from '@agentclientprotocol/sdk';
import { SimseError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { findMcpTool, type McpTool, type McpToolResult } from '../mcp-client/mcp-tool.ts';
import { askPermission } from './ask-permission.ts';
import { picturesOf } from './picture.ts';
import { showProgress } from './show-progress.ts';
import type { RunningCall, ToolContext, ToolInvocation, ToolSummary } from './tool-invocation.ts';

const TITLE_CHARS = 120;

export interface CallMcpToolInput {
  tool: string;
  args: JsonObject;
  /** The tool, where it is known already: then no server is asked for its list. */
  known?: McpTool;
}

/** Calls a tool of an MCP server. Behind simse's bridge the gate asks; for any other server this asks. */
export function callMcpTool(context: ToolContext, input: CallMcpToolInput): ToolInvocation {
  const what: ToolSummary = {
    name: input.tool,
    kind: 'other',
    title: titleOf(input.tool, input.args),
    locations: [],
    rawInput: { tool: input.tool, arguments: input.args },
  };
  return {
    ...what,
    async run(call) {
      const tool = input.known ?? findMcpTool(input.tool, await context.mcp.list(call.signal, input.tool));
      if (!tool.asksItself) await askPermission(context, call, what, `call ${tool.name}`);
      const result = await callShown(context, tool, input.args, call);
      const text = result.content.map(textOf).join('\n');
      if (result.isError) throw new SimseError('tool_failed', text || 'the tool failed and said nothing');
      return {
        ok: true,
        answer: text === '' ? { text: 'It answered nothing.', form: 'markdown' } : { text, form: 'verbatim' },
        content: result.content.map((content) => ({ type: 'content', content })),
        pictures: picturesOf(result.content),
      };
    },
  };
}

/** Of a call by the bridge simse itself sees how far it is. */
async function callShown(
  { mcp }: ToolContext,
  tool: McpTool,
  args: JsonObject,
  call: RunningCall,
): Promise<McpToolResult> {
  const { id, signal } = call;
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
