import { blocksToText } from '../../core/content.ts';
import { SimseError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { OwnTool } from '../../core/ports/own-tool.ts';
import { askPermission } from '../tools/ask-permission.ts';
import {
  textContent,
  type ToolContext,
  type ToolInvocation,
  type ToolSummary,
} from '../tools/tool-invocation.ts';
import { argumentsOf } from './arguments-of.ts';
import type { ModelTool } from './model-tool.ts';

const CALLER = 'simse';

/** simse's own tools for a model; what changes something is asked about. */
export function ownModelTools(tools: readonly OwnTool[]): ModelTool[] {
  return tools.map((tool) => {
    const isReadOnly = tool.annotations?.['readOnlyHint'] === true;
    const { name, description, inputSchema } = tool;
    return {
      name,
      description,
      inputSchema,
      isReadOnly,
      prepare: (args, context) => callOwnTool(context, tool, argumentsOf(name, args), isReadOnly),
    };
  });
}

function callOwnTool(
  context: ToolContext,
  tool: OwnTool,
  args: JsonObject,
  isReadOnly: boolean,
): ToolInvocation {
  const what: ToolSummary = {
    name: tool.name,
    kind: 'other',
    title: tool.title,
    locations: [],
    rawInput: args,
  };
  return {
    ...what,
    async run(call) {
      if (!isReadOnly) await askPermission(context, call, what, `call ${tool.name}`);
      const { signal } = call;
      const result = await tool.call(args, { signal, caller: CALLER, onProgress() {}, log() {} });
      const text = blocksToText(result.content);
      if (result.isError) throw new SimseError('tool_failed', text);
      return { ok: true, answer: { text, form: 'verbatim' }, content: [textContent(text)] };
    },
  };
}
