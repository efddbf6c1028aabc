import type { SessionEvent } from '../../core/state/events.ts';
import type { OwnToolContext } from '../../core/ports/own-tool.ts';
import type { Gatekeeper } from '../../core/ports/gatekeeper.ts';
import { createGatekeeper, type GatekeeperOptions } from '../permissions/gatekeeper.ts';
import { createQuestionDesk } from '../permissions/question-desk.ts';
import { answerByElicitation } from './answer-by-elicitation.ts';

/** What is the same for every call. */
export type ServedGate = Pick<GatekeeperOptions, 'roots' | 'policy' | 'changes'>;

/**
 * The gate for one call of a client, of a `tool` or of its model. What it has to ask goes to that client, where it can be asked. An answer holds for
 * this call only, since nothing tells the sessions of clients apart here, and what one of them is allowed no other has asked.
 */
export function gateForCaller(served: ServedGate, context: OwnToolContext, tool?: string): Gatekeeper {
  const { elicit, signal, log } = context;
  const isChanged = tool !== undefined && served.changes.of(tool) !== undefined;
  const emit = (event: SessionEvent): void => {
    if (event.type !== 'permission_decided') return;
    log(event.allowed ? 'info' : 'warning', `${event.subject}: ${event.reason}`);
  };
  const desk = createQuestionDesk((event) => {
    if (event.type !== 'question_asked' || elicit === undefined) return;
    const { question } = event;
    const options = question.options.filter(({ kind }) => kind === 'allow_once' || kind === 'reject_once');
    void answerByElicitation({ ...question, options }, elicit, signal).then((answer) =>
      desk.settle(question.id, answer),
    );
  });
  return createGatekeeper({
    ...served,
    emit,
    desk,
    interactive: elicit !== undefined && !isChanged,
    bridgedTool: () => undefined,
    guardPaths: (request) => request,
  });
}
