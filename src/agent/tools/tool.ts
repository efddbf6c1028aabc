import type {
  PermissionOption,
  ToolCallContent,
  ToolCallLocation,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { SimseError } from '../../core/errors.ts';
import { isRecord, type JsonObject } from '../../core/json.ts';
import { REJECTION_REASON } from '../../core/rpc/own-meta.ts';
import type { ToolKind } from '../../core/tool-call.ts';
import type { Ripgrep } from '../../tools/ripgrep.ts';
import type { SessionClient } from '../client/session-client.ts';
import type { ChangeLog } from '../files/change-log.ts';
import type { SeenFiles } from '../files/seen-files.ts';
import type { McpTools } from '../mcp-client/mcp-tools.ts';
import type { ToolSpec } from '../model/model.ts';
import type { BackgroundCommands } from './background-commands.ts';
import type { AgentWorkspace } from './workspace.ts';

/** What every tool of a session works with. */
export interface ToolContext {
  workspace: AgentWorkspace;
  client: SessionClient;
  mcp: McpTools;
  /** What was allowed for the rest of the session, by the keys of `askPermission`. */
  allowed: Set<string>;
  seen: SeenFiles;
  changes: ChangeLog;
  background: BackgroundCommands;
  /** The environment of commands that run in this process's own care. */
  commandEnv: Readonly<Record<string, string>>;
  ripgrep: Ripgrep;
}

/** What a tool will do, so that it can be shown, and asked about, before anything happens. */
export interface ToolSummary {
  /** The tool's own name. */
  name: string;
  kind: ToolKind;
  /** What will really run, in one line. */
  title: string;
  locations: ToolCallLocation[];
  rawInput: unknown;
}

/** One use of a tool, ready to run. */
export interface ToolInvocation extends ToolSummary {
  /** What it does is shown in another way than as a tool call. */
  isQuiet?: boolean;
  /** Does it, once. What is expected to go wrong is thrown as a SimseError, and so is a refusal. */
  run(call: RunningCall): Promise<RunOutcome>;
}

export interface RunningCall {
  id: string;
  context: ToolContext;
  /** What is shown of it. */
  summary: ToolSummary;
  signal: AbortSignal;
  /** Shows content with the tool call while it runs; it stays when the run fails. */
  show(content: ToolCallContent[]): Promise<void>;
}

export interface RunOutcome {
  /** False when the tool did its work and that failed, as a command that exits with 1. */
  ok: boolean;
  answer: Answer;
  /** What a model gets to see beside the answer. */
  pictures?: readonly Picture[];
  /** What stays to be seen with the tool call. */
  content: ToolCallContent[];
  /** What stands for it when the session is loaded again, where that is something else. */
  replayed?: ToolCallContent[];
  rawOutput?: unknown;
}

/** What a tool has to say, to the model or to the user. */
export interface Answer {
  text: string;
  /**
   * `verbatim` is the text and nothing else when the step is alone, so that it can be piped on; among other steps it is
   * fenced. `code` is always fenced. `markdown` is written as it is.
   */
  form: 'verbatim' | 'code' | 'markdown';
  /** The info string of the fence. */
  language?: string;
  /** Sentences about the text, such as how much of it was left out. */
  notes?: readonly string[];
}

export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** A picture for a model. */
export interface Picture {
  mediaType: string;
  /** Base64. */
  data: string;
}

/** Content of a tool call that is a line or more of text. */
export function textContent(text: string): ToolCallContent {
  return { type: 'content', content: { type: 'text', text } };
}

/** A tool that a model may use. */
export interface ModelTool extends ToolSpec {
  /** Whether it may run beside others of the same answer: it changes nothing. */
  readonly isReadOnly: boolean;
  /** Calling it again is not a loop, since the answer changes. */
  readonly mayRepeat?: boolean;
  /** Reads what the model gave. Throws SimseError('usage') that tells the model what is wrong with it. */
  prepare(args: unknown, context: ToolContext): ToolInvocation;
}

interface ToolPlan<Shape extends z.ZodType> {
  name: string;
  description: string;
  input: Shape;
  isReadOnly: boolean;
  mayRepeat?: boolean;
  prepare(input: z.output<Shape>, context: ToolContext): ToolInvocation;
}

/** A tool whose arguments have a shape; what does not fit it is told to the model place by place. */
export function defineModelTool<Shape extends z.ZodType>(plan: ToolPlan<Shape>): ModelTool {
  const { name, description, input, isReadOnly, mayRepeat = false } = plan;
  return {
    name,
    description,
    isReadOnly,
    mayRepeat,
    inputSchema: z.toJSONSchema(input, { io: 'input' }) as JsonObject,
    prepare(args, context) {
      const read = input.safeParse(args);
      if (read.success) return plan.prepare(read.data, context);
      throw new SimseError(
        'usage',
        `${name} was called with invalid arguments:\n${z.prettifyError(read.error)}`,
      );
    },
  };
}

/** How every tool for files takes a path. */
export const PATH_INPUT = z.string().min(1).describe('relative to the working directory, or absolute');

/** How the tools that search take where to begin. */
export const FOLDER_INPUT = z.string().min(1).default('.').describe('where to look');

/** The arguments of a call, which every tool of others wants as an object. Throws SimseError('usage') for anything else. */
export function argumentsOf(tool: string, args: unknown): JsonObject {
  if (!isRecord(args)) throw new SimseError('usage', `${tool} takes its arguments as an object`);
  return args as JsonObject;
}

const ALLOW_ALWAYS = 'allow_always';
const OPTIONS: PermissionOption[] = [
  { optionId: 'allow_once', kind: 'allow_once', name: 'Allow once' },
  { optionId: ALLOW_ALWAYS, kind: 'allow_always', name: 'Allow for this session' },
  { optionId: 'reject_once', kind: 'reject_once', name: 'Reject' },
];

/**
 * Asks the user, by way of the client, for what the agent is about to do itself. Resolves when it is allowed, and throws
 * `denied` otherwise. `key` names what "for this session" is remembered for, `more` is what the question shows beside the call.
 */
export async function askPermission(
  { id, signal, summary, context: { client, allowed } }: RunningCall,
  key: string,
  more: Partial<ToolCallUpdate> = {},
): Promise<void> {
  if (allowed.has(key)) return;
  const request = { toolCall: { toolCallId: id, ...summary, ...more }, options: OPTIONS };
  const { outcome, _meta } = await client.requestPermission(request, signal);
  const chosen =
    outcome.outcome === 'selected'
      ? OPTIONS.find((option) => option.optionId === outcome.optionId)
      : undefined;
  if (chosen === undefined || chosen.kind === 'reject_once')
    throw new SimseError('denied', refusalText(_meta?.[REJECTION_REASON]));
  if (chosen.optionId === ALLOW_ALWAYS) allowed.add(key);
}

/** Why it was rejected, where the user has said so. */
function refusalText(reason: unknown): string {
  return typeof reason === 'string' ? `The user rejected it: ${reason}` : 'Not allowed.';
}
