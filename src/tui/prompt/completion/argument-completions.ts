import type { CompletionQuery, McpPrompt } from '../../../core/ports/mcp-offers.ts';
import {
  argumentAtEnd,
  type OpenArgument,
  quoteValue,
  readPromptLine,
} from '../../../core/ports/mcp-prompt-line.ts';
import type { EditorState } from '../editor/editor.ts';
import { type McpView, valuesFor } from './mcp-feed.ts';
import type { Completion } from './completion.ts';

interface Typed {
  prompt: McpPrompt;
  argument: OpenArgument;
  argumentsAt: number;
}

/** Values for the argument of an MCP server's prompt that is being typed; null where none is. */
export function argumentCompletions(editor: EditorState, mcp: McpView): Completion[] | null {
  const typed = typedArgument(editor, mcp);
  if (typed === null) return null;
  const { argument, prompt, argumentsAt } = typed;
  const description = prompt.arguments.find(({ name }) => name === argument.name)?.description ?? '';
  return valuesFor(toQuery(typed), mcp).map((value) => ({
    label: value,
    description: `${argument.name}${description === '' ? '' : `: ${description}`}`,
    start: argumentsAt + argument.start,
    end: editor.text.length,
    insert: `${quoteValue(value)} `,
    onEnter: 'leave',
  }));
}

export function argumentQuery(editor: EditorState, mcp: McpView): CompletionQuery | null {
  const typed = typedArgument(editor, mcp);
  return typed === null ? null : toQuery(typed);
}

function typedArgument({ text, cursor }: EditorState, { prompts }: McpView): Typed | null {
  const found = cursor === text.length ? readPromptLine(text, prompts) : null;
  if (found === null) return null;
  const argument = argumentAtEnd(found.prompt, text.slice(found.argumentsAt));
  return argument === null ? null : { ...found, argument };
}

function toQuery({ prompt: { server, name }, argument }: Typed): CompletionQuery {
  return {
    target: { kind: 'prompt', server, name },
    argument: { name: argument.name, value: argument.value },
    context: argument.context,
  };
}
