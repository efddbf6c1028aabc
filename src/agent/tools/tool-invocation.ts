import type { ToolCallContent, ToolCallLocation } from '@agentclientprotocol/sdk';
import type { ToolKind } from '../../core/tool-call.ts';
import type { Ripgrep } from '../../tools/ripgrep.ts';
import type { BackgroundCommands } from '../background/background-commands.ts';
import type { SessionClient } from '../client/session-client.ts';
import type { ChangeLog } from '../files/change-log.ts';
import type { SeenFiles } from '../files/seen-files.ts';
import type { McpTools } from '../mcp-client/mcp-tools.ts';
import type { Answer } from '../turn/answer.ts';
import type { Workspace } from '../workspace.ts';
import type { Picture } from './picture.ts';

/** What every tool of a session works with. */
export interface ToolContext {
  workspace: Workspace;
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
  run(call: RunningCall): Promise<ToolOutcome>;
}

export interface RunningCall {
  id: string;
  signal: AbortSignal;
  /** Shows content with the tool call while it runs; it stays when the run fails. */
  show(content: ToolCallContent[]): Promise<void>;
}

export interface ToolOutcome {
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

/** Content of a tool call that is a line or more of text. */
export function textContent(text: string): ToolCallContent {
  return { type: 'content', content: { type: 'text', text } };
}
