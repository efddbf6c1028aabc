import { cleanLine } from '../../core/text/clean-text.ts';
import type { McpTool, McpToolList } from '../mcp-client/mcp-tool.ts';
import { countOf } from './count-of.ts';
import { textContent, type ToolContext, type ToolInvocation } from './tool-invocation.ts';

const DESCRIPTION_CHARS = 120;

/** Lists the tools of the MCP servers that the client named. */
export function listMcpTools({ mcp }: ToolContext): ToolInvocation {
  return {
    name: 'list_tools',
    kind: 'other',
    title: 'List the MCP tools',
    locations: [],
    rawInput: {},
    async run(call) {
      const list = await mcp.list(call.signal);
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
  const shortened = line.length > DESCRIPTION_CHARS ? `${line.slice(0, DESCRIPTION_CHARS - 1)}…` : line;
  const cells = [`\`${cleanLine(name)}\``, shortened].map((cell) => cell.replaceAll('|', '\\|'));
  return `| ${cells.join(' | ')} |`;
}
