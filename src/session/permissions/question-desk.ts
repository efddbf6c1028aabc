import type { PermissionQuestion, QuestionAnswer } from '../../core/gate/gate-request.ts';
import type { EmitEvent } from '../../core/state/events.ts';
import { createDesk, type Desk } from './desk.ts';

export type QuestionDesk = Desk<PermissionQuestion, QuestionAnswer>;

/** Where permission questions wait for the user. */
export function createQuestionDesk(emit: EmitEvent): QuestionDesk {
  return createDesk<PermissionQuestion, QuestionAnswer>({
    asked: (question) => emit({ type: 'question_asked', question }),
    closed: (questionId) => emit({ type: 'question_closed', questionId }),
    cancelled: { outcome: 'cancelled' },
  });
}
