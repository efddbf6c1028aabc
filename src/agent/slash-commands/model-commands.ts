import type { AvailableCommand } from '@agentclientprotocol/sdk';
import { INIT_PROMPT, reviewPrompt } from './command-prompts.ts';

/** What a line that begins with a slash stands for: words for the model, or something that is done without it. */
export type ModelCommand =
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
    description: 'look at the project and write SIMSE.md, which every later session is told',
    read: () => ({ kind: 'prompt', text: INIT_PROMPT }),
  },
  {
    name: 'compact',
    description: 'put a summary in place of the conversation so far',
    hint: 'what to keep above all',
    read: (wish) => ({ kind: 'compact', wish }),
  },
  {
    name: 'rewind',
    description: 'put files back to what they were before a turn; without a number, list the turns',
    hint: 'the number of the turn',
    read: (argument) => ({ kind: 'rewind', argument }),
  },
  {
    name: 'review',
    description: 'look through the changes that are not committed, or through what is named',
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
