import type { McpPrompt } from '../../../core/ports/mcp-offers.ts';
import type { CustomCommandInfo } from '../../../core/ports/session-commands.ts';
import { promptName } from '../../../core/ports/mcp-prompt-line.ts';

export interface CommandInfo {
  /** Without the slash. */
  name: string;
  description: string;
  /** What may follow the name. */
  hint?: string;
}

/** simse's own commands, then those of files, then those of the agent, each name once; then the prompts of MCP servers. */
export function joinCommands(
  own: readonly CommandInfo[],
  custom: readonly CustomCommandInfo[],
  offered: readonly CommandInfo[],
  prompts: readonly McpPrompt[],
): CommandInfo[] {
  const written = custom.map(({ source, description, ...command }) => ({
    ...command,
    description: `${description} (${source})`,
  }));
  const taken = new Set([...own, ...written].map((command) => command.name));
  const others = offered.filter((command) => !taken.has(command.name));
  return [...own, ...written, ...others, ...prompts.map(promptCommand)];
}

function promptCommand(prompt: McpPrompt): CommandInfo {
  const hint = prompt.arguments.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)).join(' ');
  const description = prompt.description || (prompt.title ?? '');
  return { name: promptName(prompt), description, ...(hint === '' ? {} : { hint }) };
}
