import { loosestOf, type ModeLike, type PermissionMode } from '../../core/gate/permission-mode.ts';

/** What the modes of single agents do, by their exact ids. `agent` is held against the name in `agentInfo`. */
interface KnownModes {
  agent: RegExp;
  modes: Readonly<Record<string, ModeLike>>;
}

const SPEC = 'https://agentclientprotocol.com/protocol/session-modes#';

/** As the agents send and document them. Of several that are alike the first is the one to choose. */
const KNOWN: readonly KnownModes[] = [
  {
    agent: /(?:^|\/)claude-(?:agent|code)-acp$/i,
    modes: {
      default: 'default',
      acceptEdits: 'acceptEdits',
      plan: 'plan',
      dontAsk: 'dontAsk',
      auto: 'auto',
      bypassPermissions: 'bypassPermissions',
    },
  },
  {
    // Its `plan` is of a second kind, the collaboration mode, and so is another `default`.
    agent: /(?:^|\/)codex-acp$/i,
    modes: {
      'read-only': 'default',
      'workspace-write': 'acceptEdits',
      agent: 'auto',
      'agent-full-access': 'bypassPermissions',
      auto: 'auto',
      'full-access': 'bypassPermissions',
      default: 'default',
      plan: 'plan',
    },
  },
  {
    agent: /^gemini-cli$/i,
    modes: { default: 'default', autoEdit: 'acceptEdits', yolo: 'bypassPermissions', plan: 'plan' },
  },
  {
    agent: /^qwen-code$/i,
    modes: {
      default: 'default',
      'auto-edit': 'acceptEdits',
      auto: 'auto',
      yolo: 'bypassPermissions',
      plan: 'plan',
    },
  },
  { agent: /^simse$/i, modes: { default: 'default', plan: 'plan' } },
  { agent: /^opencode$/i, modes: { build: 'default', plan: 'plan' } },
  {
    // `ask` answers and does nothing, so that it is no mode to work in.
    agent: /^kilo$/i,
    modes: { code: 'default', debug: 'default', orchestrator: 'default', plan: 'plan', ask: 'plan' },
  },
  {
    agent: /^nanocoder$/i,
    modes: { normal: 'default', 'auto-accept': 'acceptEdits', yolo: 'bypassPermissions', plan: 'plan' },
  },
  {
    agent: /^kimi/i,
    modes: { default: 'default', plan: 'plan', auto: 'auto', yolo: 'bypassPermissions' },
  },
  {
    agent: /^goose$/i,
    modes: { approve: 'default', smart_approve: 'auto', auto: 'bypassPermissions', chat: 'plan' },
  },
  {
    agent: /copilot/i,
    modes: {
      [`${SPEC}agent`]: 'default',
      [`${SPEC}plan`]: 'plan',
      [`${SPEC}autopilot`]: 'bypassPermissions',
    },
  },
  { agent: /^cursor/i, modes: { agent: 'default', plan: 'plan', ask: 'plan' } },
  {
    agent: /mistral-vibe$/i,
    modes: {
      default: 'default',
      'accept-edits': 'acceptEdits',
      'auto-approve': 'bypassPermissions',
      plan: 'plan',
      chat: 'plan',
    },
  },
];

/** What agents that nobody knows say of a mode. A name alone says nothing: one agent's `ask` asks, another's only chats. */
const SAID: readonly [ModeLike, RegExp][] = [
  [
    'plan',
    /\bread[- ]?only\b|without (?:making )?(?:any )?changes|\bnot (?:modify|edit|change|write)\b|\bonly reads?\b|\b(?:create a )?plans? before\b|\bdisallows? (?:all )?edit|\bno tools?\b/i,
  ],
  [
    'acceptEdits',
    /\b(?:auto\w*[- ])?(?:accept|approve|allow)s? (?:all )?(?:file )?edits?\b|\bedits? (?:\w+ ){0,3}without (?:asking|approval|confirmation)/i,
  ],
  [
    'auto',
    /\bapproves? (?:safe|some|read)|\bonly asks?\b|\basks? only\b|\bdecides?\b|\bpermission decisions\b|\bclassifie/i,
  ],
  [
    'bypassPermissions',
    /\b(?:accept|approve|allow|execute|run|skip|bypass)(?:s|es)? (?:all|any|every)|\bapproves? tools?\b|\bwithout (?:asking|approval|confirmation|prompting|permission)|\bunrestricted\b|\bnever asks?\b|\bno (?:approvals?|confirmations?|prompts?)\b/i,
  ],
  [
    'default',
    /\b(?:asks?|prompts?|requires?|requests?) (?:\w+ ){0,2}(?:approval|permission|confirmation|before)|\bprompts? for\b|\bmanual approval|\balways ask/i,
  ],
];
/** `Never edits without asking` asks. */
const DENIED = /\b(?:never|not|nothing|no)\b[^.]*\bwithout (?:asking|approval|confirmation|permission)/gi;

/** What is known of the modes of one agent. */
export interface ModeReader {
  /** Which of ours one is like, where that can be told. */
  like(choice: { value: string; description?: string }): ModeLike | undefined;
  /** The ids that are known, of those that are alike the best first. */
  known: readonly string[];
}

/** For the agent of this name in `agentInfo`. */
export function modeReader(agentName: string | undefined): ModeReader {
  const known = KNOWN.find(({ agent }) => agent.test(agentName ?? ''))?.modes ?? {};
  return {
    like: ({ value, description = '' }) =>
      Object.hasOwn(known, value) ? known[value] : guessMode(description),
    known: Object.keys(known),
  };
}

/** Of a description, that much is read. */
const READ_CHARS = 500;

/** Where a description says several things the loosest counts. */
function guessMode(description: string): ModeLike | undefined {
  let said = description.slice(0, READ_CHARS).replace(DENIED, 'always asks before ');
  const found: ModeLike[] = [];
  for (const [mode, pattern] of SAID) {
    const rest = said.replace(pattern, ' ');
    if (rest !== said) found.push(mode);
    said = rest;
  }
  return loosestOf(found);
}

/** What is set on the agent for a mode of simse's, best first. Where nobody is asked it asks all the same: the gate answers. */
export const SET_FOR: Readonly<Record<PermissionMode, readonly ModeLike[]>> = {
  default: ['default'],
  acceptEdits: ['acceptEdits', 'default'],
  plan: ['plan', 'default'],
  dontAsk: ['default'],
  bypassPermissions: ['default'],
};

/** Names that make one look twice, of modes of which nothing is known. They decide nothing. */
export const SOUNDS_LOOSE = /auto|accept|yolo|bypass|full.?access|unrestricted|danger|unsafe/i;
