import { expect, test } from 'vitest';
import { SimseError } from '../../src/core/errors.ts';
import type { GateRequest, QuestionOption } from '../../src/core/gate/gate-request.ts';
import type { ToolChange } from '../../src/core/tool-call.ts';
import type { ToolChanges } from '../../src/session/permissions/tool-changes.ts';
import { setUpGate } from './set-up-gate.ts';

const CALL: GateRequest = { kind: 'tool', tool: 'fs/read', args: { path: 'a' } };
const CONTEXT = { askedBy: 'claude' };
const AGENT_OPTIONS: QuestionOption[] = [
  { id: 'yes', label: 'Yes', kind: 'allow_once' },
  { id: 'no', label: 'No', kind: 'reject_once' },
  { id: 'explain', label: 'Explain', kind: 'other' },
];

function changeTo(hash: string): ToolChange {
  return { kind: 'changed', before: 'one', after: hash, hash };
}

interface WatchedTool extends ToolChanges {
  /** What has happened to fs/read by now. */
  now: ToolChange | undefined;
  accepted: string[];
}

/** A tool that the test changes. Accepting it fails where the test says so. */
function watchedTool(failure?: SimseError): WatchedTool {
  const watched: WatchedTool = {
    now: undefined,
    accepted: [],
    of: (tool) => (tool === 'fs/read' ? watched.now : undefined),
    accept(_tool, hash) {
      watched.accepted.push(hash);
      watched.now = undefined;
      return failure === undefined ? Promise.resolve() : Promise.reject(failure);
    },
  };
  return watched;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a tool that changes after it was allowed for the session is asked about again, with the change', async () => {
  const changes = watchedTool();
  const { gate, open, answer, events } = setUpGate({ changes });
  const first = gate.authorize(CALL, CONTEXT);
  answer('allow_always');
  expect((await first).allowed).toBe(true);
  expect(await gate.authorize(CALL, CONTEXT)).toMatchObject({ by: 'remembered' });

  changes.now = changeTo('two');
  const second = gate.authorize(CALL, CONTEXT);
  expect(open()).toMatchObject([
    { title: 'Call fs/read, which has changed', request: { change: { before: 'one', after: 'two' } } },
  ]);
  answer('allow_once');
  expect(await second).toEqual({ allowed: true, by: 'user', reason: 'you allowed it' });
  expect(changes.accepted).toEqual(['two']);
  expect(events.at(-1)).toMatchObject({ type: 'permission_decided', change: { hash: 'two' }, allowed: true });

  // What was allowed for the session was the tool as it had been.
  void gate.authorize(CALL, CONTEXT);
  expect(open()).toMatchObject([{ title: 'Call fs/read' }]);
});

test('to allow a changed tool for the session makes its rule again', async () => {
  const changes = watchedTool();
  const { gate, answer } = setUpGate({ changes });
  changes.now = changeTo('two');
  const first = gate.authorize(CALL, CONTEXT);
  answer('allow_always');
  await first;
  expect(await gate.authorize(CALL, CONTEXT)).toMatchObject({ allowed: true, by: 'remembered' });
});

test('rules of the config do not cover a changed tool until the change is accepted', async () => {
  const changes = watchedTool();
  const { gate, open, answer } = setUpGate({ changes, allow: ['fs/*'] });
  changes.now = changeTo('two');
  const both = Promise.all([gate.authorize(CALL, CONTEXT), gate.authorize(CALL, CONTEXT)]);
  expect(open()).toHaveLength(2);
  answer('allow_once');
  expect(await both).toMatchObject([{ allowed: true }, { allowed: true }]);
  expect(changes.accepted).toEqual(['two']);
  expect(await gate.authorize(CALL, CONTEXT)).toMatchObject({ allowed: true, by: 'rule' });
});

test.each(['reject_once', 'reject_always'])('%s leaves the change unaccepted', async (option) => {
  const changes = watchedTool();
  const { gate, answer } = setUpGate({ changes, allow: ['fs/*'] });
  changes.now = changeTo('two');
  const verdict = gate.authorize(CALL, CONTEXT);
  answer(option);
  expect((await verdict).allowed).toBe(false);
  expect(changes.accepted).toEqual([]);
});

test('a tool that changes again while the question is open is asked about again', async () => {
  const changes = watchedTool();
  const { gate, open, answer } = setUpGate({ changes });
  changes.now = changeTo('two');
  const verdict = gate.authorize(CALL, CONTEXT);
  changes.now = changeTo('three');
  answer('allow_always');
  await settled();
  expect(changes.accepted).toEqual([]);
  expect(open()).toMatchObject([{ request: { change: { after: 'three' } } }]);
  answer('reject_once');
  expect((await verdict).allowed).toBe(false);
});

test('so is one that was as approved when the question came up', async () => {
  const changes = watchedTool();
  const { gate, open, answer } = setUpGate({ changes });
  const verdict = gate.authorize(CALL, CONTEXT);
  changes.now = changeTo('two');
  answer('allow_once');
  await settled();
  expect(open()).toMatchObject([{ title: 'Call fs/read, which has changed' }]);
  answer('allow_once');
  expect((await verdict).allowed).toBe(true);
  expect(changes.accepted).toEqual(['two']);
});

test('without a terminal a changed tool is denied, whatever allows it, and the denial says what to do', async () => {
  const changes = watchedTool();
  const { gate, setMode } = setUpGate({ changes, interactive: false, allow: ['*'] });
  changes.now = changeTo('two');
  setMode('bypassPermissions');
  const verdict = await gate.authorize(CALL, { ...CONTEXT, alreadyAllowed: true });
  expect(verdict).toMatchObject({ allowed: false, by: 'no_terminal' });
  expect(verdict.reason).toContain('simse mcp pins accept fs ');
  expect(changes.accepted).toEqual([]);
});

test('a denying rule denies a changed tool without asking', async () => {
  const changes = watchedTool();
  const { gate } = setUpGate({ changes, deny: ['fs/*'] });
  changes.now = changeTo('two');
  expect(await gate.authorize(CALL, CONTEXT)).toMatchObject({ allowed: false, by: 'rule' });
});

test('what the user allowed as the backend asked is asked again for a changed tool', async () => {
  const changes = watchedTool();
  const { gate, open } = setUpGate({ changes });
  changes.now = changeTo('two');
  void gate.authorize(CALL, { ...CONTEXT, alreadyAllowed: true });
  expect(open()).toHaveLength(1);
});

test("the backend's own question about a changed tool shows the change, and its answer accepts it", async () => {
  const changes = watchedTool();
  const { gate, open, answer } = setUpGate({ changes });
  changes.now = changeTo('two');
  const unclear = gate.answer(CALL, AGENT_OPTIONS, CONTEXT);
  answer('explain');
  expect(await unclear).toEqual({ outcome: 'selected', optionId: 'explain' });
  expect(changes.accepted).toEqual([]);

  const reply = gate.answer(CALL, AGENT_OPTIONS, CONTEXT);
  expect(open()).toMatchObject([{ request: { change: { after: 'two' } }, options: AGENT_OPTIONS }]);
  answer('yes');
  expect(await reply).toEqual({ outcome: 'selected', optionId: 'yes' });
  expect(changes.accepted).toEqual(['two']);
});

test('where the acceptance cannot be kept the call goes all the same, and that is said', async () => {
  const changes = watchedTool(new SimseError('store_failed', 'the disk is full'));
  const { gate, answer, events } = setUpGate({ changes });
  changes.now = changeTo('two');
  const verdict = gate.authorize(CALL, CONTEXT);
  answer('allow_once');
  expect((await verdict).allowed).toBe(true);
  expect(events.filter(({ type }) => type === 'notice')).toMatchObject([
    {
      level: 'warn',
      text: 'That you allowed fs/read as it is now holds for this run only: the disk is full',
    },
  ]);
});

test('a server asking for the model is asked about in every mode, and without a terminal only a rule allows it', async () => {
  const request: GateRequest = { kind: 'sampling', server: 'fs', prompt: 'Sum it up.' };
  const { gate, open, setMode, answer } = setUpGate();
  setMode('bypassPermissions');
  const first = gate.authorize(request, CONTEXT);
  expect(open()).toMatchObject([{ title: 'Let fs ask your model', rememberRule: 'sampling(fs)' }]);
  answer('allow_always');
  expect((await first).allowed).toBe(true);
  expect(await gate.authorize(request, CONTEXT)).toMatchObject({ allowed: true, by: 'remembered' });

  const denied = await setUpGate({ interactive: false }).gate.authorize(request, CONTEXT);
  expect(denied).toMatchObject({ allowed: false, by: 'no_terminal' });
  expect(denied.reason).toContain("--allow 'sampling(fs)' would allow it");
  const allowed = setUpGate({ interactive: false, allow: ['sampling(fs)'] });
  expect((await allowed.gate.authorize(request, CONTEXT)).allowed).toBe(true);
});
