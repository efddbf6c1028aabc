import { cleanLine } from '../../../core/text/clean-text.ts';
import type { ConfigOption } from '../../../core/state/events.ts';
import { span } from '../../draw/span.ts';
import type { Doing, ListPage, PanelItem, PanelKey } from '../panel-page.ts';
import { GLYPHS } from '../../draw/theme.ts';

/** What an option is set to, as its choices call it. */
export function valueName({ value, choices }: ConfigOption): string {
  if (typeof value === 'boolean') return value ? `${GLYPHS.on} on` : `${GLYPHS.off} off`;
  return cleanLine(choices.find((choice) => choice.value === value)?.name ?? value);
}

/** The values that an option can be set to, under their groups. */
export function choiceItems(option: ConfigOption, chosen: (value: string) => Doing): PanelItem[] {
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
      keys: [{ actions: ['panel.take'], label: 'chooses it', does: chosen(value) }],
    };
  });
}

/** The page on which an option is set. */
export function choicePage(option: ConfigOption): ListPage {
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
  return {
    type: 'do',
    effects: [
      {
        type: 'act',
        async act(session) {
          await session.setConfigOption(option.id, value);
          return `${name} is ${label}.`;
        },
      },
    ],
    message: `Setting ${name} to ${label}${GLYPHS.more}`,
  };
}

/** Switches what is only on or off. */
export function toggleKey(option: ConfigOption): PanelKey {
  const does = setting(option, option.value !== true);
  return {
    actions: ['panel.take', 'panel.switch'],
    label: option.value === true ? 'switches it off' : 'switches it on',
    does,
  };
}
