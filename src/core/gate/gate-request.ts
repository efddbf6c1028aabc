import type { Diff, ToolChange, ToolKind } from '../tool-call.ts';
import type { PermissionMode } from './permission-mode.ts';

/** A path that will be touched: as it was asked for, and after resolving `..` and symlinks. Both absolute. */
export interface ResolvedPath {
  given: string;
  real: string;
  /**
   * What its name does not tell: it is one of simse's own files, or a part of what git could take for a repository. Only the
   * gatekeeper says so.
   */
  guard?: 'own' | 'repository';
}

/**
 * What is about to happen, in the words of what really runs. Only `claim` is somebody else's word: the backend's own
 * permission request, where simse does not run anything itself.
 */
export type GateRequest =
  | { kind: 'read'; path: ResolvedPath }
  | { kind: 'edit'; path: ResolvedPath; diff: Diff }
  /** `command` is the whole command line as a shell would read it; `cwd` is resolved, as a path's `real`. */
  | { kind: 'shell'; command: string; cwd: string }
  /** `tool` is `server/tool`; `server/resources/read` and `server/prompts/get` for what an agent reads of a server. */
  | { kind: 'tool'; tool: string; args: unknown; change?: ToolChange }
  /** An MCP server wants the user's model to answer this. */
  | { kind: 'sampling'; server: string; prompt: string }
  | Claim;

export interface Claim {
  kind: 'claim';
  title: string;
  toolKind: ToolKind;
  /** The agent's own tool name, where it gave one apart from the title. */
  toolName?: string;
  /** From the structured input, never from the title. */
  command?: string;
  /**
   * Where the command runs, when the input names a place: as it is named, and resolved; `real` is null for one that cannot be
   * told. Missing, it is the session's own directory.
   */
  cwd?: { given: string; real: string | null };
  /**
   * The tool of the bridge that the claim is about, as `server/tool`, and which comes to the gate by itself. Only the gatekeeper
   * says so.
   */
  bridged?: string;
  /** Every path named by diffs, locations and input. */
  paths: ResolvedPath[];
  /** The input alone names them. */
  pathsAreArguments?: true;
  diffs: Diff[];
  /** A plan, as Markdown, that the agent wants to carry out: it asks to leave its plan mode. Empty where it shows none. */
  plan?: string;
  input?: unknown;
}

export type OptionKind = 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always' | 'other';

export interface QuestionOption {
  id: string;
  label: string;
  kind: OptionKind;
  /** The label is in simse's own words: it says what this does. */
  isOurs?: true;
  /** simse goes to this mode when it is chosen. */
  mode?: PermissionMode;
}

/** Whose config.json keeps a rule beyond the session. */
export type KeptScope = 'project' | 'user';

/** A question that waits for the user. Options are shown in this order and in these words. */
export interface PermissionQuestion {
  id: string;
  /** Who wants it: a backend's or an MCP server's name. */
  askedBy: string;
  request: GateRequest;
  /** One line saying what will happen. */
  title: string;
  toolCallId?: string;
  options: QuestionOption[];
  /** The rules that "allow for this session" would remember, as `joinRules` writes them. */
  rememberRule?: string;
  /** Of a backend's own question, whose options make no rules here: those that would allow it, for who wants them. */
  suggestedRule?: string;
  /** The rule that "reject for this session" would remember, or a kept denial write. */
  rejectRule?: string;
  /** The files in which an answer may keep its rule; absent where it cannot be kept. */
  keptIn?: Readonly<Record<KeptScope, string>>;
  /** The workspace, in which its rules read paths. */
  roots?: readonly string[];
}

/**
 * The user's answer; `cancelled` when the question went away. `rule` is remembered in place of the question's own, also with
 * an option that remembers nothing by itself; with `keep` it is written into that file. `reason` is what the agent is told of
 * a rejection; `key` is what was pressed.
 */
export type QuestionAnswer =
  | { outcome: 'selected'; optionId: string; rule?: string; keep?: KeptScope; reason?: string; key?: string }
  | { outcome: 'cancelled'; key?: string };

/** Who or what settled a request. */
export type DecidedBy = 'user' | 'rule' | 'mode' | 'remembered' | 'no_terminal' | 'cancelled';

export interface Verdict {
  allowed: boolean;
  by: DecidedBy;
  /** One sentence; for a denial it also says which flag or rule would allow it. */
  reason: string;
}
