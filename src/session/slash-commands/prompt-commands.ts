import type { PromptAction } from '../../core/ports/session-commands.ts';
import type { SlashCommand } from './slash-command.ts';

/** What is done in the prompt itself, for whoever does not know the key. */
export const PROMPT_COMMANDS: readonly SlashCommand[] = [
  promptCommand('editor', 'write the prompt in your own editor', 'edit'),
  promptCommand('keys', 'what every key does', 'show-keys'),
  promptCommand('vim', 'edit the prompt with the keys of vim, or no longer', 'toggle-vim'),
];

function promptCommand(name: string, description: string, action: PromptAction): SlashCommand {
  const text = `/${name} needs a terminal that is drawn into: this one gets plain lines.`;
  return { name, description, run: () => ({ kind: 'prompt-action', action, text }) };
}
