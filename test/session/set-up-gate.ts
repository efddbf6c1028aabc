import type { PermissionMode } from '../../src/core/gate/permission-mode.ts';
import { parseRule } from '../../src/core/gate/permission-rule.ts';
import type { SessionEvent } from '../../src/core/state/events.ts';
import { bridgedToolOf } from '../../src/session/permissions/bridged-tool-of.ts';
import { createGatekeeper } from '../../src/session/permissions/gatekeeper.ts';
import { createPathGuard } from '../../src/session/permissions/guard-paths.ts';
import { createPendingQuestions } from '../../src/session/permissions/pending-questions.ts';
import type { ToolChanges } from '../../src/session/permissions/tool-changes.ts';
import { ECHO } from './fake-ports.ts';

interface SetUp {
  interactive?: boolean;
  allow?: string[];
  deny?: string[];
  own?: string[];
  changes?: ToolChanges;
}

const NO_CHANGES: ToolChanges = { of: () => undefined, accept: () => Promise.resolve() };

/** A gate, what it reports, and the answers to what it asks. */
export function setUpGate(options: SetUp = {}) {
  const events: SessionEvent[] = [];
  let mode: PermissionMode = 'default';
  const questions = createPendingQuestions((event) => void events.push(event));
  const gate = createGatekeeper({
    emit: (event) => void events.push(event),
    questions,
    roots: ['/w'],
    interactive: options.interactive ?? true,
    policy: () => ({
      mode,
      allow: (options.allow ?? []).map(parseRule),
      ask: [],
      deny: (options.deny ?? []).map(parseRule),
    }),
    guardPaths: createPathGuard(options.own ?? []),
    bridgedTool: (claim) => bridgedToolOf(claim, [ECHO.name]),
    changes: options.changes ?? NO_CHANGES,
  });
  const answer = (optionId: string) => {
    const [question] = questions.open();
    if (question === undefined) throw new Error('Nothing was asked.');
    questions.settle(question.id, { outcome: 'selected', optionId });
  };
  const setMode = (next: PermissionMode) => {
    mode = next;
    gate.reconsider();
  };
  return { events, open: () => questions.open(), settle: questions.settle, gate, answer, setMode };
}
