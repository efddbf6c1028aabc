import type { McpPrompt } from '../../core/mcp-offers.ts';
import { promptName } from '../../core/prompt-line.ts';

export interface CommandInfo {
  /** Without the slash. */
  name: string;
  description: string;
  /** What may follow the name. */
  hint?: string;
}

/** simse's own commands, then those of the agent that do not bear the name of one, then the prompts of MCP servers. */
export function joinCommands(
  own: readonly CommandInfo[],
  offered: readonly CommandInfo[],
  prompts: readonly McpPrompt[],
): CommandInfo[] {
  const taken = new Set(own.map((command) => command.name));
  return [...own, ...offered.filter((command) => !taken.has(command.name)), ...prompts.map(promptCommand)];
}

function promptCommand(prompt: McpPrompt): CommandInfo {
  const hint = prompt.arguments.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)).join(' ');
  const description = prompt.description || (prompt.title ?? '');
  return { name: promptName(prompt), description, ...(hint === '' ? {} : { hint }) };
}
