import type { Claim, GateRequest, OptionKind } from '../../core/gate/gate-request.ts';
import type { ModeLike } from '../../core/gate/permission-mode.ts';
import { isRecord } from '../../core/json.ts';
import { toolAlias } from '../../core/text/tool-names.ts';
import type { ToolCallPatch, ToolKind } from '../../core/tool-call.ts';

/** Kinds of calls that change a file. */
const EDITS: ReadonlySet<ToolKind> = new Set(['edit', 'delete', 'move']);
/** Kinds of calls that do something, beside any that show a command or a change. To read, search or think is none of these. */
const ACTS: ReadonlySet<ToolKind> = new Set([...EDITS, 'execute', 'fetch']);
/** How agents name the tools of their own MCP servers. */
const MCP_NAME = /^mcp__/;

/**
 * Knows what the user, or the gate in the user's name, has allowed: by a question of the agent's own, or since the agent had
 * simse do it. What an agent reports as done beside that has run without asking.
 */
export interface Oversight {
  /** A question of the agent's own was answered. */
  answered(claim: GateRequest, toolCallId: string | undefined, answer: OptionKind | undefined): void;
  /** The gate has allowed something that simse does for the agent. */
  allowed(request: GateRequest): void;
  /** Whether a call has run, though nobody was asked who would have been, and this was not noticed before. */
  isUnasked(call: ToolCallPatch): boolean;
  beginTurn(): void;
}

interface OversightOptions {
  toClaim(call: ToolCallPatch): Claim;
  /** Whether the gate would have let it pass without a question. */
  mayPass(request: GateRequest): boolean;
  /** What the mode is like that the user has chosen on the agent itself. */
  chosenMode(): ModeLike | null;
  /** Whether a terminal is one that simse runs. */
  isOwnTerminal(terminalId: string): boolean;
  /** The tools that the agent can only call through simse, by their qualified names. */
  ownTools(): readonly string[];
}

export function createOversight(options: OversightOptions): Oversight {
  /** Allowed for good: the agent does not ask again, and knows better than simse what that covers. */
  const settled = new Set<ToolKind>();
  let turn = newTurn();

  const isOurs = ({ name, title, content = [] }: ToolCallPatch, { command, diffs }: Claim): boolean => {
    const ran = content.some((item) => item.type === 'terminal' && options.isOwnTerminal(item.terminalId));
    if (ran || command !== undefined || diffs.length > 0) return ran;
    const names = [name, title].filter((text) => text !== undefined);
    return options.ownTools().some((tool) => names.some((text) => text.includes(toolAlias(tool))));
  };

  /** Whether the user wants such things done without a question. */
  const isWanted = (claim: Claim): boolean => {
    const kind = kindOf(claim);
    const chosen = options.chosenMode();
    if (settled.has(kind) || chosen === 'auto' || chosen === 'bypassPermissions') return true;
    if (chosen === 'acceptEdits' && EDITS.has(kind)) return true;
    return options.mayPass(claim) || (kind === 'edit' && editsPass(claim, options));
  };

  return {
    answered(claim, toolCallId, answer) {
      if (answer === undefined || answer === 'reject_once' || answer === 'reject_always') {
        if (toolCallId !== undefined) turn.refused.add(toolCallId);
        return;
      }
      if (toolCallId !== undefined) turn.askedIds.set(toolCallId, claim);
      turn.allowances.add(claim);
      if (answer === 'allow_always' && claim.kind === 'claim') settled.add(kindOf(claim));
    },
    allowed(request) {
      turn.allowances.add(request);
    },
    isUnasked(call) {
      if (looksActing(call)) turn.acting.set(call.id, call);
      const acting = turn.acting.get(call.id);
      if (acting === undefined || call.notAsked === true || !hasRun(call, turn.refused)) return false;
      const claim = options.toClaim(acting);
      const isCovered = turn.covered.has(call.id) && turn.covered.get(call.id) === claim.command;
      if (isCovered || !isAct(claim) || isOurs(acting, claim)) return false;
      const asked = turn.askedIds.get(call.id);
      const hasAllowance = turn.allowances.take(claim);
      if (!hasAllowance && !(asked !== undefined && isAbout(asked, claim))) return !isWanted(claim);
      turn.covered.set(call.id, claim.command);
      return false;
    },
    beginTurn() {
      turn = newTurn();
    },
  };
}

function newTurn() {
  return {
    /** What was allowed, by the call's id. */
    askedIds: new Map<string, GateRequest>(),
    allowances: createAllowances(),
    /** The ids of calls that were refused, or whose question went away. */
    refused: new Set<string>(),
    /** Calls as they were when they last looked as if they did something: one may end as something harmless. */
    acting: new Map<string, ToolCallPatch>(),
    /** Calls that were found to be allowed, with their commands. */
    covered: new Map<string, string | undefined>(),
  };
}

/** Without looking at the disk. */
function looksActing({ kind, name, title, input, content = [] }: ToolCallPatch): boolean {
  if (kind !== undefined && ACTS.has(kind)) return true;
  if (isRecord(input) && ('command' in input || 'cmd' in input)) return true;
  return MCP_NAME.test(name ?? title ?? '') || content.some(({ type }) => type === 'diff');
}

function isAct({ toolKind, toolName, title, command, diffs }: Claim): boolean {
  return ACTS.has(toolKind) || command !== undefined || diffs.length > 0 || MCP_NAME.test(toolName ?? title);
}

/** A command that has failed has run all the same, which its terminal shows; unless it has failed since it was refused. */
function hasRun({ id, status, content = [] }: ToolCallPatch, refused: ReadonlySet<string>): boolean {
  if (status !== 'failed') return status === 'completed';
  return !refused.has(id) && content.some(({ type }) => type === 'terminal');
}

/** An edit of which only the paths are told. */
function editsPass({ paths, command }: Claim, { mayPass }: OversightOptions): boolean {
  if (command !== undefined || paths.length === 0) return false;
  return paths.every((path) => {
    const diff = { path: path.given, oldText: null, newText: '' };
    return mayPass({ kind: 'edit', path, diff });
  });
}

/** What a call does, when the agent has not said it: its command or its changes tell. */
function kindOf({ toolKind, command, diffs }: Claim): ToolKind {
  if (command !== undefined) return 'execute';
  if (ACTS.has(toolKind)) return toolKind;
  return diffs.length > 0 ? 'edit' : 'execute';
}

/** What was allowed under a call's own id is about it, unless both say what they do, and say another thing. */
function isAbout(asked: GateRequest, call: Claim): boolean {
  if (asked.kind !== 'claim') return true;
  if (call.command !== undefined) return (asked.command ?? call.command) === call.command;
  const paths = new Set(asked.paths.map(({ real }) => real));
  return paths.size === 0 || call.paths.length === 0 || call.paths.some(({ real }) => paths.has(real));
}

/** What was allowed in a turn and is not used up: each allows one call. Looked up by what it is about, so that many cost no more. */
function createAllowances() {
  const left = new Map<string, number>();
  const take = (key: string): boolean => {
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count > 0;
  };
  return {
    add(request: GateRequest): void {
      for (const key of keysOf(request)) left.set(key, (left.get(key) ?? 0) + 1);
    },
    /** A call that does not say what it did is about whatever of its kind simse did. */
    take(claim: Claim): boolean {
      if (claim.command !== undefined) return take(`command ${claim.command}`);
      if (claim.toolKind === 'execute' && claim.paths.length === 0) return take(ANY_COMMAND);
      if (EDITS.has(claim.toolKind) && claim.paths.length === 0) return take(ANY_EDIT);
      return claim.paths.filter(({ real }) => take(`path ${real}`)).length > 0;
    },
  };
}

const ANY_COMMAND = 'any command';
const ANY_EDIT = 'any edit';

function keysOf(request: GateRequest): string[] {
  switch (request.kind) {
    case 'shell':
      return [`command ${request.command}`, ANY_COMMAND];
    case 'edit':
      return [`path ${request.path.real}`, ANY_EDIT];
    case 'claim':
      return request.command === undefined
        ? request.paths.map(({ real }) => `path ${real}`)
        : [`command ${request.command}`];
    case 'read':
    case 'tool':
    case 'sampling':
      return [];
  }
}
