import type { InputEvent } from '../terminal/input/input-event.ts';
import type { TextPage } from './panel-page.ts';
import { bodyColumns, goBack, type OpenPanel, pageRows, doKeyOf, withPanel, withView } from './panel-step.ts';
import { type Step, step } from '../repl/step.ts';

/** Takes the keys on a page of text: letters do what the page has them do, arrows scroll. */
export function handleText(here: OpenPanel, page: TextPage, event: InputEvent): Step {
  return doKeyOf(here, event) ?? move(here, page, event);
}

function move(here: OpenPanel, page: TextPage, event: InputEvent): Step {
  const height = pageRows(here);
  const last = Math.max(0, page.rows(bodyColumns(here.context)).length - height);
  const from = Math.min(here.open.view.scroll, last);
  const scrollTo = (row: number) => withView(here, { scroll: Math.max(0, Math.min(row, last)) });
  switch (here.context.keymap.inPlace('panel', event)) {
    case 'up':
      return scrollTo(from - 1);
    case 'down':
      return scrollTo(from + 1);
    case 'page-up':
      return scrollTo(from - height);
    case 'page-down':
      return scrollTo(from + height);
    case 'start':
      return scrollTo(0);
    case 'end':
      return scrollTo(last);
    case 'erase':
    case 'back':
      return here.panel.views.length > 1 ? goBack(here) : step(here.ui);
    case 'leave':
      return goBack(here);
    case 'close':
      return withPanel(here, null);
    default:
      return step(here.ui);
  }
}
