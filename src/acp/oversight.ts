import type { Claim, GateRequest, OptionKind, PermissionMode } from '../core/gate-request.ts';
import { toolAlias } from '../core/tool-alias.ts';
import type { ToolCallPatch, ToolKind } from '../core/tool-call.ts';
import { isLooserThan, type ModeLike } from '../core/mode-in-force.ts';

/** Kinds of calls that change something: nobody wants to learn of them only afterwards. */
const EDITS: ReadonlySet<ToolKind> = new Set(['edit', 'delete', 'move']);

/**
 * Knows what the user, or the gate in the user's name, was asked about: by a question of the agent's own, or since the
 * agent had simse do it. What an agent reports as done beside that was not asked.
 */
export interface Oversight {
  /** A question of the agent's own was answered. */
  answered(claim: GateRequest, toolCallId: string | undefined, answer: OptionKind | undefined): void;
  /** The gate has decided about something that simse does for the agent. */
  decided(request: GateRequest): void;
  /** Whether a call was done, though nobody was asked, and this was not noticed before. */
  isUnasked(call: ToolCallPatch): boolean;
  beginTurn(): void;
}

interface OversightOptions {
  toClaim(call: ToolCallPatch): Claim;
  /** simse's own mode, and what the agent's is like where the user has chosen that. */
  modes(): { own: PermissionMode; chosen: ModeLike | null };
  /** Whether a terminal is one that simse runs. */
  isOwnTerminal(terminalId: string): boolean;
  /** The tools that the agent can only call through simse, by their qualified names. */
  ownTools(): readonly string[];
}

export function createOversight(options: OversightOptions): Oversight {
  /** Allowed for good: the agent does not ask again, and knows better than simse what that covers. */
  const settled = new Set<ToolKind>();
  let askedIds = new Set<string>();
  let asked: GateRequest[] = [];

  const isWatched = (kind: ToolKind): boolean => {
    const { own, chosen } = options.modes();
    if (own === 'bypassPermissions' || settled.has(kind)) return false;
    if (kind === 'execute') return true;
    return EDITS.has(kind) && own !== 'acceptEdits' && (chosen === null || !isLooserThan(chosen, 'default'));
  };

  const isOurs = ({ name, title, content = [] }: ToolCallPatch, { command }: Claim): boolean => {
    const ran = content.some((item) => item.type === 'terminal' && options.isOwnTerminal(item.terminalId));
    if (ran || command !== undefined) return ran;
    const names = [name, title].filter((text) => text !== undefined);
    return options.ownTools().some((tool) => names.some((text) => text.includes(toolAlias(tool))));
  };

  return {
    answered(claim, toolCallId, answer) {
      if (toolCallId !== undefined) askedIds.add(toolCallId);
      asked.push(claim);
      if (answer === 'allow_always' && claim.kind === 'claim') settled.add(kindOf(claim));
    },
    decided(request) {
      asked.push(request);
    },
    isUnasked(call) {
      if (call.status !== 'completed' || call.kind === undefined || !isWatched(call.kind)) return false;
      if (call.notAsked === true || askedIds.has(call.id)) return false;
      const claim = options.toClaim(call);
      return !isOurs(call, claim) && !asked.some((request) => isAbout(request, claim));
    },
    beginTurn() {
      askedIds = new Set();
      asked = [];
    },
  };
}

/** What a question was about, when the agent has not said it: its command or its changes tell. */
function kindOf({ toolKind, command, diffs }: Claim): ToolKind {
  if (toolKind !== 'other') return toolKind;
  return command === undefined && diffs.length > 0 ? 'edit' : 'execute';
}

/** A call that does not say what it did is about whatever of its kind was asked. */
function isAbout(request: GateRequest, call: Claim): boolean {
  switch (request.kind) {
    case 'shell':
      return call.toolKind === 'execute' && (call.command ?? request.command) === request.command;
    case 'edit':
      return EDITS.has(call.toolKind) && (call.paths.length === 0 || sharesPath([request.path], call));
    case 'claim':
      return call.command === undefined ? sharesPath(request.paths, call) : call.command === request.command;
    case 'read':
    case 'tool':
    case 'sampling':
      return false;
  }
}

function sharesPath(paths: Claim['paths'], call: Claim): boolean {
  return call.paths.some((path) => paths.some(({ real }) => real === path.real));
}
