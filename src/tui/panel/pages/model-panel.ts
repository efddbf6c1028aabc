import { cleanLine } from '../../../core/text/clean-text.ts';
import type { ConfigOption } from '../../../core/state/events.ts';
import { countOf } from '../../draw/quantities.ts';
import type { PanelSources } from '../panel-content.ts';
import type { Doing, ListPage } from '../panel-page.ts';
import { choiceItems, choicePage, valueName } from './config-choices.ts';
import { optionItem } from './config-panel.ts';

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
  return {
    type: 'do',
    effects: [
      {
        type: 'act',
        async act(session) {
          await session.setConfigOption(model.id, value);
          return `The model is ${name}.`;
        },
        closes: true,
      },
    ],
    message: `Choosing ${name}…`,
  };
}
