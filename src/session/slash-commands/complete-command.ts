import { cleanLine } from '../../core/text/clean-text.ts';
import { PERMISSION_MODES } from '../../core/gate/permission-mode.ts';
import type { CommandValue } from '../../core/ports/session-commands.ts';
import type { CommandContext } from './slash-command.ts';

type Completer = (
  words: readonly string[],
  context: CommandContext,
) => readonly CommandValue[] | Promise<readonly CommandValue[]>;

const COMPLETERS: Readonly<Record<string, Completer>> = {
  mode: (words) => (words.length > 0 ? [] : PERMISSION_MODES.map((value) => ({ value, description: '' }))),
  mcp: completeMcp,
  tools: (words, { tools }) => {
    const servers = new Set(tools().map(({ server }) => server));
    return words.length > 0 ? [] : [...servers].map((value) => ({ value, description: '' }));
  },
  server: async (words, { backends }) =>
    words.length > 0
      ? []
      : (await backends.list()).map(({ name, command }) => ({ value: name, description: command })),
  model: (words, { getState }) => {
    const model = getState().configOptions.find(({ category }) => category === 'model');
    return words.length > 0 || model === undefined ? [] : model.choices.map(toValue);
  },
  config: completeConfig,
  resume: async (words, { earlier }) =>
    words.length > 0
      ? []
      : (await earlier.list()).map(({ id, title }) => ({ value: id, description: cleanLine(title) })),
  export: (words) => (words.length > 0 ? [] : ['session.md', 'session.html', 'session.json'].map(asFile)),
};

/** What may follow a command of simse's own, behind these words. Never rejects: what cannot be known completes nothing. */
export async function completeCommand(
  name: string,
  words: readonly string[],
  context: CommandContext,
): Promise<readonly CommandValue[]> {
  const completer = Object.hasOwn(COMPLETERS, name) ? COMPLETERS[name] : undefined;
  try {
    return (await completer?.(words, context)) ?? [];
  } catch {
    // It will say why when it is run.
    return [];
  }
}

const MCP_ACTIONS: readonly CommandValue[] = [
  { value: 'restart', description: 'start a server anew' },
  { value: 'enable', description: 'switch a server on' },
  { value: 'disable', description: 'switch a server off' },
  { value: 'login', description: 'log in at a server' },
  { value: 'logout', description: 'log out of a server' },
];

function completeMcp(words: readonly string[], { mcp }: CommandContext): readonly CommandValue[] {
  const servers = mcp
    .status()
    .map(({ name, state }) => ({ value: name, description: state.replace('_', ' ') }));
  const [action] = words;
  if (action === undefined) return [...servers, ...MCP_ACTIONS];
  return words.length === 1 && MCP_ACTIONS.some(({ value }) => value === action) ? servers : [];
}

function completeConfig(
  [id, ...others]: readonly string[],
  { getState }: CommandContext,
): readonly CommandValue[] {
  const { configOptions } = getState();
  if (id === undefined)
    return configOptions.map((option) => ({
      value: option.id,
      description: cleanLine(`${option.name}: ${option.value}`),
    }));
  const option = configOptions.find((candidate) => candidate.id === id);
  if (option === undefined || others.length > 0) return [];
  if (option.choices.length > 0) return option.choices.map(toValue);
  return ['on', 'off'].map((value) => ({ value, description: '' }));
}

function toValue({ value, name }: { value: string; name: string }): CommandValue {
  return { value, description: name === value ? '' : cleanLine(name) };
}

function asFile(value: string): CommandValue {
  return { value, description: '' };
}
