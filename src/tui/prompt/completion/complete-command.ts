import type { CompletionQuery, McpPrompt } from '../../../core/ports/mcp-offers.ts';
import {
  argumentAtEnd,
  type OpenArgument,
  promptName,
  quoteValue,
  readPromptLine,
} from '../../../core/ports/mcp-prompt-line.ts';
import type { CustomCommandInfo } from '../../../core/ports/session-commands.ts';
import type { AgentCommand } from '../../../core/state/events.ts';
import type { EditorState } from '../../editor/editor.ts';
import type { Completion } from './completion.ts';
import { type LookupView, type ValuesQuery, valuesKey } from './lookups.ts';
import { type McpView, valuesFor } from './mcp-feed.ts';

/** simse's own commands, then those of files, then those of the agent, each name once; then the prompts of MCP servers. */
export function joinCommands(
  own: readonly AgentCommand[],
  custom: readonly CustomCommandInfo[],
  offered: readonly AgentCommand[],
  prompts: readonly McpPrompt[],
): AgentCommand[] {
  const written = custom.map(({ source, description, ...command }) => ({
    ...command,
    description: `${description} (${source})`,
  }));
  const taken = new Set([...own, ...written].map((command) => command.name));
  const others = offered.filter((command) => !taken.has(command.name));
  return [...own, ...written, ...others, ...prompts.map(promptCommand)];
}

function promptCommand(prompt: McpPrompt): AgentCommand {
  const hint = prompt.arguments.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)).join(' ');
  const description = prompt.description || (prompt.title ?? '');
  return { name: promptName(prompt), description, ...(hint === '' ? {} : { hint }) };
}

/** The commands that a draft may become, the one it is already first; null where no command is being typed. */
export function commandCompletions(text: string, commands: readonly AgentCommand[]): Completion[] | null {
  const [, typed] = /^\/(\S*)$/.exec(text) ?? [];
  if (typed === undefined) return null;
  return commands
    .filter((command) => command.name.startsWith(typed))
    .sort((one, other) => Number(other.name === typed) - Number(one.name === typed))
    .map(({ name, description, hint }) => ({
      label: `/${name}${hint === undefined ? '' : ` ${hint}`}`,
      description,
      start: 0,
      end: text.length,
      insert: `/${name} `,
      onEnter: 'send',
    }));
}

const COMMAND = /^\/([\w-]+)\s+(?:([^\n]*)\s)?(\S*)$/;

interface TypedValue {
  query: ValuesQuery;
  typed: string;
}

/** What may follow a command, at the end of the draft; null where no command's word is being typed. */
export function valueCompletions({ text, cursor }: EditorState, { values }: LookupView): Completion[] | null {
  const value = cursor === text.length ? readValue(text) : null;
  const known = value === null ? undefined : values.get(valuesKey(value.query));
  if (value === null || known === undefined || known.length === 0) return null;
  const typed = value.typed.toLowerCase();
  const fitting = known.filter((one) => `${one.value}\n${one.description}`.toLowerCase().includes(typed));
  const begins = (one: { value: string }) => Number(one.value.toLowerCase().startsWith(typed));
  return fitting
    .toSorted((one, other) => begins(other) - begins(one))
    .map((one) => ({
      label: one.value,
      description: one.description,
      start: text.length - value.typed.length,
      end: text.length,
      insert: `${one.value} `,
      onEnter: 'leave',
    }));
}

export function valuesQuery({ text, cursor }: EditorState): ValuesQuery | null {
  return cursor === text.length ? (readValue(text)?.query ?? null) : null;
}

function readValue(text: string): TypedValue | null {
  const [, command, before = '', typed = ''] = COMMAND.exec(text) ?? [];
  if (command === undefined) return null;
  const words = before
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  return { query: { command, words }, typed };
}

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
