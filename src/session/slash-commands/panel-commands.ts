import type { ConfigOption } from '../../core/state/events.ts';
import type { CatalogueTool } from '../../core/ports/catalogue.ts';
import type { CommandResult, PanelName } from '../../core/ports/session-commands.ts';
import { sessionEdits } from '../../core/state/diffs.ts';
import { configLines, statusLines, toolLines } from './command-texts.ts';
import { backendLines, contextLines, costLines, editLines, entryLines, hitLines } from './panel-texts.ts';
import { answerLines, type CommandContext, type SlashCommand } from './slash-command.ts';

/** The commands that open a panel; with an argument most go straight to the thing. */
export const PANEL_COMMANDS: readonly SlashCommand[] = [
  {
    name: 'tools',
    hint: '[words]',
    description: 'the MCP tools that can be called now',
    run: (argument, { tools }) => panel('tools', toolLines(toolsNamed(tools(), argument), ''), argument),
  },
  {
    name: 'server',
    hint: '[name]',
    description: 'go on with another backend, which is told the conversation so far',
    run: runServer,
  },
  { name: 'model', hint: '[name]', description: "choose the agent's model", run: runModel },
  {
    name: 'config',
    hint: '[option value]',
    description: "the agent's own options",
    run: runConfig,
  },
  {
    name: 'library',
    hint: '[words]',
    description: 'what is kept for all your agents: search, read, add, withdraw',
    run: runLibrary,
  },
  {
    name: 'status',
    description: 'what this session is and stands on',
    run: (_argument, { getState }) => panel('status', statusLines(getState())),
  },
  {
    name: 'context',
    description: "how full the agent's context is",
    run: (_argument, { getState }) => panel('context', contextLines(getState())),
  },
  {
    name: 'cost',
    description: 'what the session and its turns have cost',
    run: (_argument, { getState }) => panel('cost', costLines(getState())),
  },
  {
    name: 'diff',
    hint: '[words]',
    description: 'every file that was changed in this session',
    run: (argument, { getState }) =>
      panel('diff', editLines(sessionEdits(getState().entries), argument), argument),
  },
];

function panel(name: PanelName, lines: readonly string[], filter = ''): CommandResult {
  const filtered = filter === '' ? {} : { filter };
  return { kind: 'panel', panel: name, item: null, ...filtered, text: lines.join('\n') };
}

function toolsNamed(tools: readonly CatalogueTool[], words: string): CatalogueTool[] {
  return tools.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
}

async function runServer(
  name: string,
  { getState, switchBackend, backends }: CommandContext,
): Promise<CommandResult> {
  if (name === '') return panel('server', backendLines(await backends.list(), getState().backend));
  await switchBackend(name);
  return answerLines([`${name} goes on.`]);
}

async function runModel(name: string, { getState, setConfigOption }: CommandContext): Promise<CommandResult> {
  const option = getState().configOptions.find(({ category }) => category === 'model');
  if (option === undefined) return answerLines([`${getState().backend} offers no choice of model.`]);
  if (name === '') return panel('model', configLines([option]));
  const choice = choiceOf(option, name);
  if (choice === undefined) return answerLines([`There is no model ${name}.`, ...configLines([option])]);
  await setConfigOption(option.id, choice.value);
  return answerLines([`The model is ${choice.name}.`]);
}

/** The choice of that value or name, whatever its case. */
function choiceOf({ choices }: ConfigOption, typed: string): ConfigOption['choices'][number] | undefined {
  const wanted = typed.toLowerCase();
  return (
    choices.find(({ value }) => value === typed) ??
    choices.find(({ value, name }) => value.toLowerCase() === wanted || name.toLowerCase() === wanted)
  );
}

async function runConfig(
  argument: string,
  { getState, setConfigOption }: CommandContext,
): Promise<CommandResult> {
  const { configOptions, backend } = getState();
  if (configOptions.length === 0) return answerLines([`${backend} offers no options of its own.`]);
  if (argument === '') return panel('config', configLines(configOptions));
  const [id = '', ...words] = argument.split(/\s+/);
  const option = configOptions.find((candidate) => candidate.id === id);
  if (option === undefined) return answerLines([`There is no option ${id}.`, ...configLines(configOptions)]);
  const typed = words.join(' ');
  if (typed === '')
    return { kind: 'panel', panel: 'config', item: id, text: configLines([option]).join('\n') };
  const value = option.choices.length === 0 ? /^(true|on|yes)$/i.test(typed) : choiceOf(option, typed)?.value;
  if (value === undefined)
    return answerLines([`${option.name} cannot be ${typed}.`, ...configLines([option])]);
  await setConfigOption(id, value);
  return answerLines([`${option.name} is ${typed}.`]);
}

async function runLibrary(argument: string, { library }: CommandContext): Promise<CommandResult> {
  const lines =
    argument === ''
      ? entryLines(await library.list({}))
      : hitLines(await library.search({ text: argument, limit: 20 }), argument);
  return panel('library', lines, argument);
}
