import type { AgentCommand } from '../../../core/state/events.ts';
import type { McpPrompt } from '../../../core/ports/mcp-offers.ts';
import type { CustomCommandInfo } from '../../../core/ports/session-commands.ts';
import { promptName } from '../../../core/ports/mcp-prompt-line.ts';

/** simse's own commands, then those of files, then those of the agent, each name once; then the prompts of MCP servers. */
export function joinCommands(
  own: readonly AgentCommand[],
  custom: readonly CustomCommandInfo[],
  offered: readonly AgentCommand[],
  prompts: readonly McpPrompt[],
): AgentCommand[] {
  const written = custom.map(({ source, description, ...command }) => ({
    ...command,
    description: `${description} (${source})`,
  }));
  const taken = new Set([...own, ...written].map((command) => command.name));
  const others = offered.filter((command) => !taken.has(command.name));
  return [...own, ...written, ...others, ...prompts.map(promptCommand)];
}

function promptCommand(prompt: McpPrompt): AgentCommand {
  const hint = prompt.arguments.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)).join(' ');
  const description = prompt.description || (prompt.title ?? '');
  return { name: promptName(prompt), description, ...(hint === '' ? {} : { hint }) };
}
