import { cleanLine } from '../../core/text/clean-text.ts';
import type {
  Elicit,
  Elicitation,
  ElicitationAnswer,
  ElicitationRequest,
} from '../../core/elicitation/elicitation.ts';
import type { EmitEvent } from '../../core/state/events.ts';
import { createDesk, type Desk } from './desk.ts';

export interface ElicitationDesk extends Pick<Desk<Elicitation, ElicitationAnswer>, 'settle' | 'close'> {
  readonly elicit: Elicit;
}

/** Where requests for information wait for the user. Without anybody to ask they are declined, and that is said. */
export function createElicitationDesk(emit: EmitEvent, interactive: boolean): ElicitationDesk {
  const desk = createDesk<Elicitation, ElicitationAnswer>({
    asked: (elicitation) => emit({ type: 'elicitation_asked', elicitation }),
    closed: (elicitationId) => emit({ type: 'elicitation_closed', elicitationId }),
    cancelled: { action: 'cancel' },
  });
  return {
    settle: desk.settle,
    close: desk.close,
    elicit(request, { askedBy, signal }) {
      if (interactive) return desk.ask({ askedBy, request }, signal);
      emit({ type: 'notice', level: 'warn', source: askedBy, text: describeDeclined(request) });
      return Promise.resolve({ action: 'decline' });
    },
  };
}

function describeDeclined(request: ElicitationRequest): string {
  const message = cleanLine(request.message);
  return request.mode === 'form'
    ? `It asked for information, which was declined without a terminal: ${message}`
    : `It asked to have a page opened, which was declined without a terminal: ${cleanLine(request.url)} (${message})`;
}
