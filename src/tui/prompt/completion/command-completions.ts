import type { CommandInfo } from './command-info.ts';
import type { Completion } from './completion.ts';

/** The commands that a draft may become, the one it is already first; null where no command is being typed. */
export function commandCompletions(text: string, commands: readonly CommandInfo[]): Completion[] | null {
  const [, typed] = /^\/(\S*)$/.exec(text) ?? [];
  if (typed === undefined) return null;
  return commands
    .filter((command) => command.name.startsWith(typed))
    .sort((one, other) => Number(other.name === typed) - Number(one.name === typed))
    .map(({ name, description, hint }) => ({
      label: `/${name}${hint === undefined ? '' : ` ${hint}`}`,
      description,
      start: 0,
      end: text.length,
      insert: `/${name} `,
      onEnter: 'send',
    }));
}
