import { cleanLine } from '../../../core/text/clean-text.ts';
import type { ConfigOption } from '../../../core/state/events.ts';
import { countOf } from '../../draw/quantities.ts';
import { span } from '../../draw/span.ts';
import type { PanelSources } from '../panel-content.ts';
import type { ListPage, PanelItem } from '../panel-page.ts';
import { choicePage, toggleKey, valueName } from './config-choices.ts';

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

export function optionItem(option: ConfigOption): PanelItem {
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
