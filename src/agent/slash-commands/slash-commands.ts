import type { AvailableCommand } from '@agentclientprotocol/sdk';
import type { TextStore } from '../files/change-log.ts';
import { compactConversation } from '../loop/compact-conversation.ts';
import { estimateTokens } from '../loop/message-size.ts';
import type { ModelTurn } from '../loop/model-turn.ts';
import { rewind } from './rewind.ts';

/** What a line that begins with a slash stands for: words for the model, or something that is done without it. */
type ModelCommand =
  | { kind: 'prompt'; text: string }
  | { kind: 'compact'; wish: string }
  | { kind: 'rewind'; argument: string };

interface CommandEntry {
  name: string;
  description: string;
  hint?: string;
  read(argument: string): ModelCommand;
}

const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'init',
    description: 'look at the project and write SIMSE.md, the instructions for later sessions',
    read: () => ({ kind: 'prompt', text: INIT_PROMPT }),
  },
  {
    name: 'compact',
    description: 'replace the conversation so far with a summary',
    hint: 'what to keep',
    read: (wish) => ({ kind: 'compact', wish }),
  },
  {
    name: 'rewind',
    description: 'restore files to before a turn; without a number, list the turns',
    hint: 'turn number',
    read: (argument) => ({ kind: 'rewind', argument }),
  },
  {
    name: 'review',
    description: 'review uncommitted changes, or a commit, a branch or files',
    hint: 'a commit, a branch or files',
    read: (what) => ({ kind: 'prompt', text: reviewPrompt(what) }),
  },
];

/** The commands of a session with a model, for the client. */
export function availableModelCommands(): AvailableCommand[] {
  return COMMANDS.map(({ name, description, hint }) => ({
    name,
    description,
    ...(hint === undefined ? {} : { input: { hint } }),
  }));
}

/** The command that a prompt is; null for any other text. */
export function readModelCommand(text: string): ModelCommand | null {
  const [, name, argument = ''] = /^\/([a-z]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  return COMMANDS.find((command) => command.name === name)?.read(argument.trim()) ?? null;
}

/** Does what the user asked for without the model's hands. Resolves with what is said of it; rejects as a turn does. */
export async function runModelCommand(
  command: Exclude<ModelCommand, { kind: 'prompt' }>,
  turn: ModelTurn,
  texts: TextStore,
): Promise<string> {
  const { conversation, context, signal, nextCallId } = turn;
  if (command.kind === 'compact') return compact(command.wish, turn);
  const said = await rewind(command.argument, { context, store: texts, signal, nextCallId });
  const content = `[The user ran /rewind, which said:\n${said}]`;
  if (command.argument !== '') conversation.add({ role: 'user', content });
  return said;
}

async function compact(wish: string, turn: ModelTurn): Promise<string> {
  const { conversation } = turn;
  const before = estimateTokens(conversation.messages);
  if (before === 0) return 'There is nothing to summarise yet.';
  await compactConversation(turn, { wish, keepsNewest: false });
  const after = estimateTokens(conversation.messages);
  return `The conversation is summarised: about ${after} tokens instead of ${before}.`;
}

/** What `/init` asks of the model. */
const INIT_PROMPT = `Write SIMSE.md in the working directory: what an agent that comes to this project has to know and cannot see at a glance.

Look around first: the manifest, the scripts, the configuration of tests, formatters and linters, the README, AGENTS.md, CLAUDE.md or .cursor/rules if there are some, and enough of the source to see how it is built. If SIMSE.md is there already, improve it and keep what people wrote.

It has, in at most 60 lines:
- one sentence that says what the project is;
- the commands that build, check and test it, also how to run a single test;
- where things are, only as far as names do not say it;
- the conventions that its code keeps and a stranger would break.

Leave out what holds for any project, and invent nothing.`;

/** What `/review` asks of the model. */
function reviewPrompt(what: string): string {
  const subject =
    what === ''
      ? 'the changes in this repository that are not committed yet (git status, git diff, git diff --staged, and files that git does not know)'
      : `this: ${what}`;
  return `Review ${subject}. Read the code around the changes as far as it takes to judge them. Change nothing.

Report what is wrong: mistakes, cases that are not handled, holes in safety, tests that are missing or prove nothing, and what departs from the project's own conventions. For each say the place as path:line, what happens, and what would mend it. The worst first; no praise, no summary of what the change does. If nothing is wrong, say so in one sentence.`;
}
