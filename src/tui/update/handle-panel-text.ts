import type { InputEvent } from '../input/input-event.ts';
import { actionOf } from '../input/keymap.ts';
import type { TextPage } from '../panel/panel-page.ts';
import { bodyColumns, goBack, type OpenPanel, pageRows, runKey, withPanel, withView } from './panel-step.ts';
import { type Step, step } from './step.ts';

/** Takes the keys on a page of text: letters do what the page has them do, arrows scroll. */
export function handleText(here: OpenPanel, page: TextPage, event: InputEvent): Step {
  if (event.type === 'paste') return step(here.ui);
  if (event.type === 'text') return runKey(here, event.text) ?? step(here.ui);
  return runKey(here, event.chord) ?? move(here, page, event.chord);
}

function move(here: OpenPanel, page: TextPage, chord: string): Step {
  const height = pageRows(here);
  const last = Math.max(0, page.rows(bodyColumns(here.context)).length - height);
  const from = Math.min(here.open.view.scroll, last);
  const scrollTo = (row: number) => withView(here, { scroll: Math.max(0, Math.min(row, last)) });
  switch (chord) {
    case 'pageup':
      return scrollTo(from - height);
    case 'pagedown':
      return scrollTo(from + height);
    case 'home':
      return scrollTo(0);
    case 'end':
      return scrollTo(last);
    case 'backspace':
    case 'left':
      return here.panel.views.length > 1 ? goBack(here) : step(here.ui);
    default:
  }
  switch (actionOf(chord)) {
    case 'up':
      return scrollTo(from - 1);
    case 'down':
      return scrollTo(from + 1);
    case 'escape':
      return goBack(here);
    case 'interrupt':
    case 'delete-or-leave':
      return withPanel(here, null);
    default:
      return step(here.ui);
  }
}
