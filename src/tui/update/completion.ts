import type { UiState } from './ui-state.ts';

export interface CommandInfo {
  /** Without the slash. */
  name: string;
  description: string;
  /** What may follow the name. */
  hint?: string;
}

/** simse's own commands, then those of the agent that do not bear the name of one. */
export function joinCommands(own: readonly CommandInfo[], offered: readonly CommandInfo[]): CommandInfo[] {
  const taken = new Set(own.map((command) => command.name));
  return [...own, ...offered.filter((command) => !taken.has(command.name))];
}

/** The commands that the draft may become, the one it is already first; empty when the list is closed. */
export function completionsOf(ui: UiState, commands: readonly CommandInfo[]): readonly CommandInfo[] {
  const [, typed] = /^\/(\S*)$/.exec(ui.editor.text) ?? [];
  if (typed === undefined || ui.completion.dismissed || ui.history.index !== null) return [];
  const matching = commands.filter((command) => command.name.startsWith(typed));
  return matching.sort((one, other) => Number(other.name === typed) - Number(one.name === typed));
}

/** The completion that is chosen now. */
export function selectedCompletion(ui: UiState, commands: readonly CommandInfo[]): CommandInfo | undefined {
  const completions = completionsOf(ui, commands);
  return completions[Math.min(ui.completion.selected, completions.length - 1)];
}
