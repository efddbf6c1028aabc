import type { ConfigOption } from '../../../core/state/events.ts';
import { cleanLine } from '../../../core/text/clean-text.ts';
import { countOf } from '../../../core/text/quantities.ts';
import { span } from '../../draw/span.ts';
import { GLYPHS } from '../../draw/theme.ts';
import {
  acting,
  type Doing,
  type ListPage,
  type PanelItem,
  type PanelKey,
  type PanelSources,
} from '../panel-page.ts';

/** `/config`: the agent's own options, and what each is set to. */
export function configPanel({ session: { configOptions, backend } }: PanelSources): ListPage {
  return {
    kind: 'list',
    title: `Options of ${backend}`,
    note: countOf(configOptions.length, 'option'),
    items: configOptions.map(optionItem),
    empty: `${backend} offers no options of its own.`,
    open(id) {
      const option = configOptions.find((candidate) => candidate.id === id);
      return option === undefined || isSwitch(option) ? null : choicePage(option);
    },
  };
}

function optionItem(option: ConfigOption): PanelItem {
  const { id, name, description = '' } = option;
  return {
    id,
    cells: [span(cleanLine(name)), span(valueName(option), 'accent'), span(cleanLine(description), 'dim')],
    ...(isSwitch(option) ? { keys: [toggleKey(option)] } : {}),
  };
}

function isSwitch({ value }: ConfigOption): boolean {
  return typeof value === 'boolean';
}

/** Options that go with the model. */
const BESIDE: readonly (string | undefined)[] = ['mode', 'thought_level'];

/** `/model`: the agent's models, then its modes and thought levels. */
export function modelPanel({ session: { configOptions, backend } }: PanelSources): ListPage {
  const model = configOptions.find(({ category }) => category === 'model');
  const beside = configOptions.filter(({ category }) => BESIDE.includes(category));
  const models = model === undefined ? [] : choiceItems(model, (value) => choosing(model, value));
  return {
    kind: 'list',
    title: `Model of ${backend}`,
    note: model === undefined ? '' : `${valueName(model)} · ${countOf(model.choices.length, 'model')}`,
    items: [
      ...models.map((item) => ({ section: 'Models', ...item })),
      ...beside.map((option) => ({ ...optionItem(option), id: besideId(option), section: 'Beside it' })),
    ],
    ...(typeof model?.value === 'string' ? { marked: model.value } : {}),
    empty: `${backend} offers no choice of model.`,
    open(id) {
      const option = beside.find((candidate) => besideId(candidate) === id);
      return option === undefined ? null : choicePage(option);
    },
  };
}

/** A model may be called as an option is. */
function besideId({ id }: ConfigOption): string {
  return `option ${id}`;
}

function choosing(model: ConfigOption, value: string): Doing {
  const name = cleanLine(model.choices.find((choice) => choice.value === value)?.name ?? value);
  return acting(
    async (session) => {
      await session.setConfigOption(model.id, value);
      return `The model is ${name}.`;
    },
    { message: `Choosing ${name}…`, closes: true },
  );
}

/** The values that an option can be set to, under their groups. */
function choiceItems(option: ConfigOption, chosen: (value: string) => Doing): PanelItem[] {
  return option.choices.map(({ value, name, description = '', group }): PanelItem => {
    const isNow = value === option.value;
    const label = cleanLine(name);
    return {
      id: value,
      cells: [
        isNow ? span(`${GLYPHS.done} ${label}`, 'good') : span(`  ${label}`),
        span(cleanLine(description), 'dim'),
      ],
      ...(group === undefined ? {} : { section: cleanLine(group) }),
      keys: [{ actions: ['panel.take'], label: 'select', does: chosen(value) }],
    };
  });
}

/** The page on which an option is set. */
function choicePage(option: ConfigOption): ListPage {
  const { name, description = '', value } = option;
  return {
    kind: 'list',
    title: cleanLine(name),
    note: valueName(option),
    items: choiceItems(option, (chosen) => ({ ...setting(option, chosen), leaves: 'page' })),
    marked: String(value),
    empty: 'There is nothing to choose from.',
    head: () => (description === '' ? [] : [[span(`  ${cleanLine(description)}`, 'dim')]]),
  };
}

/** Sets an option, and says what it is set to then. */
function setting(option: ConfigOption, value: string | boolean): Doing {
  const name = cleanLine(option.name);
  const label = valueName({ ...option, value });
  return acting(
    async (session) => {
      await session.setConfigOption(option.id, value);
      return `${name} is ${label}.`;
    },
    { message: `Setting ${name} to ${label}${GLYPHS.more}` },
  );
}

/** Switches what is only on or off. */
function toggleKey(option: ConfigOption): PanelKey {
  const does = setting(option, option.value !== true);
  return {
    actions: ['panel.take', 'panel.switch'],
    label: option.value === true ? 'turn off' : 'turn on',
    does,
  };
}

/** What an option is set to, as its choices call it. */
export function valueName({ value, choices }: ConfigOption): string {
  if (typeof value === 'boolean') return value ? `${GLYPHS.on} on` : `${GLYPHS.off} off`;
  return cleanLine(choices.find((choice) => choice.value === value)?.name ?? value);
}
