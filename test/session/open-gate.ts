import { expect } from 'vitest';
import type { PermissionQuestion } from '../../src/core/gate/gate-request.ts';
import type { Gatekeeper } from '../../src/core/ports/gatekeeper.ts';
import type { Session } from '../../src/core/ports/session.ts';
import type { EmitEvent } from '../../src/core/state/events.ts';
import { fakeBackend, patientAgent } from './fake-backend.ts';
import { openWith, text } from './open-session.ts';

/** A session whose agent waits, and its gate. */
export async function openGate(options: Parameters<typeof openWith>[1] = {}, steers = false) {
  let gate: Gatekeeper | undefined;
  let emit: EmitEvent = () => {};
  const prompts: string[] = [];
  const backend = fakeBackend((blocks, services, signal) => {
    gate = services.gate;
    emit = services.emit;
    prompts.push(...blocks.map((block) => (block.type === 'text' ? block.text : '')));
    return patientAgent(blocks, services, signal);
  });
  backend.takesSteering = steers;
  const session = openWith(backend, options);
  void session.prompt(text('go'));
  await expect.poll(() => gate).toBeDefined();
  if (gate === undefined) throw new Error('The turn has not begun.');
  return { session, gate, backend, prompts, emit };
}

export function questionOf(session: Session): PermissionQuestion {
  const [question] = session.getState().questions;
  if (question === undefined) throw new Error('Nothing is asked.');
  return question;
}
