import { graphemesOf } from '../draw/graphemes.ts';
import { onOneLine } from '../form/form-state.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import { changeView } from './panel-state.ts';
import { goBack, type OpenPanel, pageRows, doKeyOf, withPanel, withView } from './panel-step.ts';
import { type Step, step } from '../repl/step.ts';

/** Takes the keys in a list: letters filter, arrows move the mark, others do what the marked item or the page has them do. */
export function handleList(here: OpenPanel, event: InputEvent): Step {
  const { filter } = here.open.view;
  const isSpaceBar = event.type === 'text' && event.text === ' ' && filter === '';
  if (event.type === 'key' || isSpaceBar) return doKeyOf(here, event) ?? move(here, event);
  return filterBy(here, filter + onOneLine(event.text));
}

function move(here: OpenPanel, event: InputEvent): Step {
  const { filter } = here.open.view;
  switch (here.context.keymap.inPlace('panel', event)) {
    case 'up':
      return moveMark(here, -1);
    case 'down':
      return moveMark(here, 1);
    case 'page-up':
      return moveMark(here, -pageRows(here));
    case 'page-down':
      return moveMark(here, pageRows(here));
    case 'start':
      return moveMark(here, Number.NEGATIVE_INFINITY);
    case 'end':
      return moveMark(here, Number.POSITIVE_INFINITY);
    case 'erase':
      return filterBy(here, withoutLast(filter));
    case 'clear':
      return filterBy(here, '');
    case 'back':
      return here.panel.views.length > 1 ? goBack(here) : step(here.ui);
    case 'leave':
      return filter === '' ? goBack(here) : filterBy(here, '');
    case 'close':
      return withPanel(here, null);
    default:
      return step(here.ui);
  }
}

/** The mark goes to the first of those that are left. */
function filterBy(here: OpenPanel, filter: string): Step {
  return withPanel(here, { ...changeView(here.panel, { filter, selected: null }), message: null });
}

function moveMark(here: OpenPanel, by: number): Step {
  const { items, marked } = here.open;
  const index = Math.max(0, Math.min(marked + by, items.length - 1));
  return withView(here, { selected: items[index]?.id ?? null });
}

function withoutLast(text: string): string {
  const last = graphemesOf(text).at(-1);
  return last === undefined ? text : text.slice(0, last.index);
}
