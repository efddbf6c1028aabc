import { graphemesOf } from '../draw/graphemes.ts';
import { onOneLine } from '../form/form-state.ts';
import type { InputEvent } from '../input/input-event.ts';
import { actionOf } from '../input/keymap.ts';
import { changeView } from '../panel/panel-state.ts';
import { goBack, type OpenPanel, pageRows, runKey, withPanel, withView } from './panel-step.ts';
import { type Step, step } from './step.ts';

/** Takes the keys in a list: letters filter, arrows move the mark, others do what the marked item or the page has them do. */
export function handleList(here: OpenPanel, event: InputEvent): Step {
  const { filter } = here.open.view;
  if (event.type === 'key') return handleKey(here, event.chord);
  const isSpaceBar = event.type === 'text' && event.text === ' ' && filter === '';
  if (isSpaceBar) return runKey(here, 'space') ?? step(here.ui);
  return filterBy(here, filter + onOneLine(event.text));
}

function handleKey(here: OpenPanel, chord: string): Step {
  const { filter } = here.open.view;
  const done = runKey(here, chord);
  if (done !== null) return done;
  switch (chord) {
    case 'backspace':
    case 'ctrl+h':
      return filterBy(here, withoutLast(filter));
    case 'ctrl+u':
      return filterBy(here, '');
    case 'pageup':
      return moveMark(here, -pageRows(here));
    case 'pagedown':
      return moveMark(here, pageRows(here));
    case 'home':
      return moveMark(here, Number.NEGATIVE_INFINITY);
    case 'end':
      return moveMark(here, Number.POSITIVE_INFINITY);
    case 'left':
      return here.panel.views.length > 1 ? goBack(here) : step(here.ui);
    default:
  }
  switch (actionOf(chord)) {
    case 'up':
      return moveMark(here, -1);
    case 'down':
      return moveMark(here, 1);
    case 'escape':
      return filter === '' ? goBack(here) : filterBy(here, '');
    case 'interrupt':
    case 'delete-or-leave':
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
