import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import { Queue } from '../../../src/tui/prompt/queue.tsx';
import { drawComponent } from '../live/draw-component.tsx';
import { Person, TURN } from '../update/person.ts';

const queued = (...texts: string[]): SessionEvent[] =>
  texts.map((text) => ({ type: 'prompt_queued', prompt: { id: text, text } }));
const HELD: SessionEvent[] = [
  TURN,
  ...queued('one', 'two'),
  { type: 'queue_held', held: true },
  { type: 'turn_ended', turnId: 't', stopReason: 'cancelled' },
];

test('a waiting prompt is gone to and edited; the draft is the newest earlier prompt then', () => {
  const person = new Person([TURN, ...queued('one', 'two', 'three')]).type('draft');
  person.press('alt+up', 'up', 'enter');
  expect(person.draft).toBe('two');
  expect(person.effects).toEqual([{ type: 'remove-queued', promptId: 'two' }]);
  expect(person.ui.prompt.history.entries).toEqual(['draft']);
});

test('a waiting prompt is removed, and the mark goes to its neighbour', () => {
  const person = new Person([TURN, ...queued('one', 'two')]).press('alt+up', 'delete');
  expect(person.effects).toEqual([{ type: 'remove-queued', promptId: 'two' }]);
  expect(person.ui.prompt.queueMark).toBe('one');
});

test('Esc leaves the queue and does not interrupt; typing goes to the draft', () => {
  const person = new Person([TURN, ...queued('one')]).press('alt+up', 'escape');
  expect([person.effects, person.ui.prompt.queueMark]).toEqual([[], null]);
  person.press('alt+up').type('x');
  expect([person.draft, person.ui.prompt.queueMark]).toEqual(['x', null]);
});

test('a mark goes with its prompt when its turn begins', () => {
  const person = new Person([TURN, ...queued('one')]).press('alt+up');
  person.session.emit({ type: 'prompt_dequeued', promptId: 'one' });
  person.press('enter');
  expect([person.effects, person.ui.prompt.queueMark]).toEqual([[], null]);
});

test('Enter on an empty draft goes on with what is held', () => {
  expect(new Person(HELD).press('enter').effects).toEqual([{ type: 'resume-queue' }]);
});

test('Ctrl+Q queues where Enter would join the turn, and does nothing without a turn', () => {
  const person = new Person([TURN]).type('later').press('ctrl+q');
  expect(person.effects.at(-1)).toMatchObject({ type: 'prompt', steer: false });
  expect(new Person().type('now').press('ctrl+q').effects).toEqual([]);
});

test('the rows say what waits, how, and what can be done', () => {
  const queue = ['one\ntwo', 'three', 'four'].map((text) => ({ id: text, text }));
  const rows = (isHeld: boolean, mark: string | null, height: number) =>
    drawComponent(<Queue queue={queue} isHeld={isHeld} mark={mark} />, 60, height);
  expect(rows(false, null, 4)).toEqual(['› one  +1 line  queued', '› three  queued', '› four  queued']);
  expect(rows(true, null, 3)).toEqual([
    '› one  +1 line  paused',
    '… 2 more queued',
    'Enter to send the queued prompts · ↑ to edit the last one',
  ]);
  expect(rows(false, 'four', 3)).toEqual([
    '▸ four  queued',
    '… 2 more queued',
    'Enter to edit · Del to remove · Esc to cancel',
  ]);
  expect(rows(true, 'four', 1)).toEqual(['▸ four  paused']);
});
