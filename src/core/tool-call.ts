import type { ContentBlock } from './content.ts';

export type ToolKind =
  | 'read'
  | 'edit'
  | 'delete'
  | 'move'
  | 'search'
  | 'execute'
  | 'think'
  | 'fetch'
  | 'switch_mode'
  | 'other';

export type ToolStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled';

export interface Diff {
  /** As the agent gave it, usually absolute. */
  path: string;
  /** null when the file is new. */
  oldText: string | null;
  newText: string;
  /** The line of the file, from 1, on which both texts begin; missing where that is not known. */
  line?: number;
  /** The file is larger than can be shown and has that many bytes; `oldText` is none of it. */
  oldBytes?: number;
}

export type ToolContent =
  | { type: 'content'; block: ContentBlock }
  | ({ type: 'diff' } & Diff)
  | { type: 'terminal'; terminalId: string };

/** How far a call is, in the words of the server that runs it. */
export interface ToolProgress {
  /** Grows; what it counts is the server's own. */
  progress: number;
  total?: number;
  message?: string;
}

/** What an agent does with a tool, as the screen, the log and the writers see it. */
export interface ToolCall {
  id: string;
  title: string;
  /** The tool's own name, where the agent gave one. */
  name?: string;
  kind: ToolKind;
  status: ToolStatus;
  content: ToolContent[];
  locations: { path: string; line?: number }[];
  input?: unknown;
  output?: unknown;
  /** The tool call (a sub-agent) that this one belongs to. */
  parentId?: string;
  /** Epoch milliseconds. */
  startedAt: number;
  endedAt?: number;
  /** The user ran it, by `!`: it belongs to no turn, and the agent knows nothing of it. */
  byUser?: true;
  /** True when an agent reported it as done though nobody was asked. */
  notAsked?: boolean;
  /** Why it was refused, when it was. */
  denied?: string;
  /** What was refused then, as the question or the rule had it. */
  refusal?: string;
  /** While it runs. `run` is the call of the catalogue that it comes from. */
  progress?: ToolProgress & { run: number };
  /** What the gate let run for this call, where it is a tool of the catalogue. `args` is JSON, shortened where it is long. */
  ran?: { tool: string; args: string; run: number };
}

/** An update: every field but the id may be missing and then stays as it was; lists replace. */
export type ToolCallPatch = { id: string } & Partial<
  Omit<ToolCall, 'id' | 'startedAt' | 'endedAt' | 'progress' | 'ran'>
>;

/** How a tool's definition differs from what was known of its server when its tools were last approved. */
export interface ToolChange {
  kind: 'new' | 'changed';
  /** The definitions as text for a diff: name, title, description, schemas and annotations. `before` is empty for a new one. */
  before: string;
  after: string;
  /** Names the definition as it is now; what `acceptChange` takes. */
  hash: string;
}
