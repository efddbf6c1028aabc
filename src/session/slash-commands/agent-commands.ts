import type { BackendChoice } from '../../core/ports/session.ts';
import type { CommandResult, CommandValue } from '../../core/ports/session-commands.ts';
import type { ConfigOption } from '../../core/state/events.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { compactsItself, whyNotCompact } from '../turns/compaction.ts';
import {
  answerLines,
  asValues,
  type CommandContext,
  openPanel,
  row,
  type SlashCommand,
  tableLines,
} from './slash-command.ts';

/** The commands on the agent that answers. */
export const AGENT_COMMANDS: readonly SlashCommand[] = [
  {
    name: 'agent',
    aliases: ['server'],
    hint: '[name]',
    description: 'switch to another agent, keeping the conversation',
    complete: async (words, { backends }) =>
      words.length > 0
        ? []
        : (await backends.list()).map(({ name, command }) => ({ value: name, description: command })),
    run: runAgent,
  },
  {
    name: 'model',
    hint: '[name]',
    description: "choose the agent's model",
    complete: (words, { getState }) => (words.length > 0 ? [] : choicesOf(modelOption(getState()))),
    run: runModel,
  },
  {
    name: 'config',
    hint: '[option value]',
    description: "the agent's own options",
    complete: completeConfig,
    run: runConfig,
  },
  {
    name: 'compact',
    hint: '[what matters]',
    description: 'compact the context; the full history stays on disk',
    run: runCompact,
  },
  { name: 'login', description: 'log in to the agent', run: runLogIn },
  { name: 'logout', description: 'log out of the agent', run: runLogOut },
];

async function runAgent(
  name: string,
  { getState, switchBackend, backends }: CommandContext,
): Promise<CommandResult> {
  if (name === '')
    return openPanel('agent', async () => backendLines(await backends.list(), getState().backend));
  await switchBackend(name);
  return answerLines([`Switched to ${name}; it has the conversation so far.`]);
}

/** The backends, a line each, the one that answers marked. */
function backendLines(choices: readonly BackendChoice[], current: string): string[] {
  return tableLines(
    choices.map(({ name, command, source, problem }) => [
      name === current ? '*' : '',
      name,
      problem ?? source,
      command,
    ]),
  );
}

function modelOption({
  configOptions,
}: {
  configOptions: readonly ConfigOption[];
}): ConfigOption | undefined {
  return configOptions.find(({ category }) => category === 'model');
}

async function runModel(name: string, { getState, setConfigOption }: CommandContext): Promise<CommandResult> {
  const option = modelOption(getState());
  if (option === undefined) return answerLines([`${getState().backend} offers no choice of model.`]);
  if (name === '') return openPanel('model', () => configLines([option]));
  const choice = choiceOf(option, name);
  if (choice === undefined) return answerLines([`There is no model ${name}.`, ...configLines([option])]);
  await setConfigOption(option.id, choice.value);
  return answerLines([`The model is ${choice.name}.`]);
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
  if (option.choices.length > 0) return choicesOf(option);
  return asValues(['on', 'off']);
}

function choicesOf(option: ConfigOption | undefined): CommandValue[] {
  return (option?.choices ?? []).map(({ value, name }) => ({
    value,
    description: name === value ? '' : cleanLine(name),
  }));
}

async function runConfig(
  argument: string,
  { getState, setConfigOption }: CommandContext,
): Promise<CommandResult> {
  const { configOptions, backend } = getState();
  if (configOptions.length === 0) return answerLines([`${backend} offers no options of its own.`]);
  if (argument === '') return openPanel('config', () => configLines(configOptions));
  const [id = '', ...words] = argument.split(/\s+/);
  const option = configOptions.find((candidate) => candidate.id === id);
  if (option === undefined) return answerLines([`There is no option ${id}.`, ...configLines(configOptions)]);
  const typed = words.join(' ');
  if (typed === '') return openPanel('config', () => configLines([option]), { item: id });
  const value = option.choices.length === 0 ? /^(true|on|yes)$/i.test(typed) : choiceOf(option, typed)?.value;
  if (value === undefined)
    return answerLines([`${option.name} cannot be ${typed}.`, ...configLines([option])]);
  await setConfigOption(id, value);
  return answerLines([`${option.name} is ${typed}.`]);
}

/** The choice of that value or name, whatever its case. */
function choiceOf({ choices }: ConfigOption, typed: string): ConfigOption['choices'][number] | undefined {
  const wanted = typed.toLowerCase();
  return (
    choices.find(({ value }) => value === typed) ??
    choices.find(({ value, name }) => value.toLowerCase() === wanted || name.toLowerCase() === wanted)
  );
}

/** The agent's own settings, with what they are set to and could be. */
function configLines(options: readonly ConfigOption[]): string[] {
  return options.map(({ id, name, value, choices }) => {
    const others = choices.map((choice) => choice.value).filter((choice) => choice !== value);
    const also = others.length === 0 ? '' : ` (or ${others.join(', ')})`;
    return row(cleanLine(id), cleanLine(`${name}: ${value}${also}`));
  });
}

/** The turn itself makes a summary of it: see compaction.ts. */
function runCompact(argument: string, { getState }: CommandContext): CommandResult {
  const state = getState();
  const reason = compactsItself(state) ? null : whyNotCompact(state);
  return reason === null ? { kind: 'prompt', text: `/compact ${argument}`.trim() } : answerLines([reason]);
}

async function runLogIn(_argument: string, { getState, logIn }: CommandContext): Promise<CommandResult> {
  const { backend } = getState();
  return answerLines([
    (await logIn())
      ? `Logged in to ${backend}.`
      : `No changes made: ${backend} offers no way to log in here, or you cancelled.`,
  ]);
}

async function runLogOut(_argument: string, { getState, logOut }: CommandContext): Promise<CommandResult> {
  const { backend } = getState();
  return answerLines([(await logOut()) ? `Logged out of ${backend}.` : `${backend} has no way to log out.`]);
}
