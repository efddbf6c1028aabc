import { describe, expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/events.ts';
import type { QuestionOption } from '../../../src/core/gate-request.ts';
import { draftOf } from '../../../src/tui/editor/editor.ts';
import type { InputEvent } from '../../../src/tui/input/input-event.ts';
import type { Effect, StepContext } from '../../../src/tui/update/step.ts';
import { createUiState, type UiState } from '../../../src/tui/update/ui-state.ts';
import { splitForDialog, updateUi } from '../../../src/tui/update/update-ui.ts';
import { FakeSession, READY } from '../fake-session.ts';

const COMMANDS = [
  { name: 'help', description: '' },
  { name: 'mode', description: '' },
  { name: 'model', description: '' },
];
const TURN: SessionEvent = { type: 'turn_started', turnId: 't', prompt: [] };
const OPTIONS: QuestionOption[] = [
  { id: 'once', label: 'Yes', kind: 'allow_once' },
  { id: 'always', label: 'Always', kind: 'allow_always' },
  { id: 'no', label: 'No', kind: 'reject_once' },
  { id: 'never', label: 'Never', kind: 'reject_always' },
];
const ASK: SessionEvent = {
  type: 'question_asked',
  question: {
    id: 'q',
    askedBy: 'claude',
    title: 'x',
    request: { kind: 'shell', command: 'x', cwd: '/' },
    options: OPTIONS,
  },
};

/** A person at the keyboard: `chord` presses a key, everything else types. */
class Person {
  ui: UiState;
  effects: Effect[] = [];
  now = 1000;
  readonly session = new FakeSession();

  constructor(events: SessionEvent[] = [], history: string[] = []) {
    this.session.emit(...READY, ...events);
    this.ui = createUiState(history);
  }

  press(...chords: string[]): this {
    for (const chord of chords) this.#take({ type: 'key', chord });
    return this;
  }

  type(text: string): this {
    this.#take({ type: 'text', text });
    return this;
  }

  paste(text: string): this {
    this.#take({ type: 'paste', text });
    return this;
  }

  wait(ms: number): this {
    this.now += ms;
    return this;
  }

  get draft(): string {
    return draftOf(this.ui.editor);
  }

  #take(event: InputEvent): void {
    for (const part of splitForDialog(this.ui, event)) {
      const context: StepContext = {
        session: this.session.getState(),
        commands: COMMANDS,
        columns: 80,
        now: this.now,
      };
      const { ui, effects } = updateUi(this.ui, part, context);
      this.ui = ui;
      this.effects.push(...effects);
      for (const effect of effects)
        if (effect.type === 'answer') this.session.answer(effect.questionId, effect.answer);
    }
  }
}

const sent = (text: string): Effect[] => [
  { type: 'remember', text },
  { type: 'prompt', text },
];

describe('the prompt', () => {
  test('Enter sends what was typed, and empties the draft', () => {
    const person = new Person().type('hello').press('enter');
    expect(person.effects).toEqual(sent('hello'));
    expect(person.draft).toBe('');
  });

  test('Enter on nothing, or on blanks, sends nothing', () => {
    expect(new Person().press('enter').type('  \n').press('enter').effects).toEqual([]);
  });

  test.each(['ctrl+j', 'shift+enter', 'alt+enter'])('%s makes a new line', (chord) => {
    expect(new Person().type('a').press(chord).type('b').draft).toBe('a\nb');
  });

  test('a backslash before Enter makes a new line', () => {
    expect(new Person().type('a\\').press('enter').type('b').draft).toBe('a\nb');
  });

  test('a long paste is sent whole', () => {
    const long = 'line\n'.repeat(5000);
    expect(new Person().paste(long).press('enter').effects).toEqual(sent(long));
  });

  test('Up goes through earlier prompts, and Down comes back to the draft', () => {
    const person = new Person([], ['first', 'second']).type('draft').press('up');
    expect(person.draft).toBe('second');
    expect(person.press('up').draft).toBe('first');
    expect(person.press('up').draft).toBe('first');
    expect(person.press('down', 'down').draft).toBe('draft');
    expect(person.press('down').draft).toBe('draft');
  });

  test('Up and Down move within a draft of several lines first', () => {
    const person = new Person([], ['old']).type('one').press('ctrl+j').type('two').press('up').type('X');
    expect(person.draft).toBe('oneX\ntwo');
    expect(person.press('up').draft).toBe('old');
  });

  test('a sent prompt can be called back', () => {
    expect(new Person().type('hello').press('enter', 'up').draft).toBe('hello');
  });

  test('Up on an empty draft takes the last queued prompt back', () => {
    const person = new Person([TURN, { type: 'prompt_queued', prompt: { id: '7', text: 'later' } }]).press(
      'up',
    );
    expect(person.effects).toEqual([{ type: 'remove-queued', promptId: '7' }]);
    expect(person.draft).toBe('later');
  });

  test('`?` on an empty draft shows the keys, and is typed otherwise', () => {
    expect(new Person().type('?').ui.showsKeys).toBe(true);
    expect(new Person().type('?').type('?').ui.showsKeys).toBe(false);
    expect(new Person().type('what').type('?').draft).toBe('what?');
  });

  test('Shift+Tab takes the next permission mode, the first behind the last', () => {
    const person = new Person().press('shift+tab');
    person.session.setMode('dontAsk');
    person.press('shift+tab');
    expect(person.effects).toEqual([
      { type: 'set-mode', mode: 'acceptEdits' },
      { type: 'set-mode', mode: 'default' },
    ]);
  });

  test.each([
    ['ctrl+l', { type: 'redraw' }],
    ['ctrl+o', { type: 'print-output' }],
    ['ctrl+z', { type: 'suspend' }],
    ['ctrl+d', { type: 'leave' }],
  ] as const)('%s', (chord, effect) => {
    expect(new Person().press(chord).effects).toEqual([effect]);
  });

  test('Ctrl+D in a draft deletes to the right', () => {
    const person = new Person().type('ab').press('home', 'ctrl+d');
    expect(person.draft).toBe('b');
    expect(person.effects).toEqual([]);
  });

  test('a key that means nothing does nothing', () => {
    const person = new Person().type('a').press('f5', 'alt+q', 'ctrl+shift+alt+x');
    expect(person.draft).toBe('a');
    expect(person.effects).toEqual([]);
  });
});

describe('commands', () => {
  test('a line that begins with a slash is a command', () => {
    expect(new Person().type('/mode plan').press('enter').effects).toEqual([
      { type: 'remember', text: '/mode plan' },
      { type: 'command', line: '/mode plan' },
    ]);
  });

  test('Tab completes the chosen one', () => {
    expect(new Person().type('/mo').press('tab').draft).toBe('/mode ');
    expect(new Person().type('/mo').press('down', 'tab').draft).toBe('/model ');
    expect(new Person().type('/mo').press('up', 'tab').draft).toBe('/model ');
  });

  test('Enter runs the chosen one', () => {
    const person = new Person().type('/h').press('enter');
    expect(person.effects).toContainEqual({ type: 'command', line: '/help' });
  });

  test('a command that is typed whole is not another one that begins with it', () => {
    const person = new Person().type('/mode').press('enter');
    expect(person.effects).toContainEqual({ type: 'command', line: '/mode' });
  });

  test('Esc closes the list; what was typed is sent then as it is', () => {
    const person = new Person().type('/mo').press('escape', 'enter');
    expect(person.effects).toContainEqual({ type: 'command', line: '/mo' });
  });

  test('a path is not completed', () => {
    const person = new Person().type('/etc/hosts is odd').press('enter');
    expect(person.effects).toContainEqual({ type: 'command', line: '/etc/hosts is odd' });
  });
});

describe('Esc and Ctrl+C', () => {
  test('Esc interrupts a running turn and keeps the draft', () => {
    const person = new Person([TURN]).type('next').press('escape');
    expect(person.effects).toEqual([{ type: 'cancel' }]);
    expect(person.draft).toBe('next');
  });

  test('Esc twice clears the draft, and Up brings it back', () => {
    const person = new Person().type('long thought').press('escape', 'escape');
    expect(person.draft).toBe('');
    expect(person.press('up').draft).toBe('long thought');
  });

  test('Esc twice, but slowly, keeps the draft; so does a key between', () => {
    expect(new Person().type('a').press('escape').wait(1001).press('escape').draft).toBe('a');
    expect(new Person().type('a').press('escape', 'left', 'escape').draft).toBe('a');
  });

  test('Ctrl+C cancels a running turn, a second one leaves', () => {
    const person = new Person([TURN]).press('ctrl+c');
    expect(person.effects).toEqual([{ type: 'cancel' }]);
    expect(person.press('ctrl+c').effects.at(-1)).toEqual({ type: 'leave' });
  });

  test('Ctrl+C clears the draft first', () => {
    const person = new Person().type('a').press('ctrl+c');
    expect(person.draft).toBe('');
    expect(person.effects).toEqual([]);
    expect(person.press('ctrl+c').effects).toEqual([{ type: 'leave' }]);
  });

  test('Ctrl+C twice, but slowly, does not leave', () => {
    expect(new Person().press('ctrl+c').wait(1001).press('ctrl+c').effects).toEqual([]);
  });
});

describe('a permission question', () => {
  const asked = () => {
    const person = new Person([TURN, ASK]);
    return person.press('f12').wait(201);
  };
  const answer = (optionId: string): Effect => ({
    type: 'answer',
    questionId: 'q',
    answer: { outcome: 'selected', optionId },
  });

  test.each([
    ['1', 'once'],
    ['2', 'always'],
    ['4', 'never'],
    ['a', 'once'],
    ['A', 'always'],
    ['r', 'no'],
    ['R', 'never'],
  ])('`%s` answers with %s', (key, optionId) => {
    expect(asked().type(key).effects).toEqual([answer(optionId)]);
  });

  test('arrows choose, Enter answers', () => {
    expect(asked().press('enter').effects).toEqual([answer('once')]);
    expect(asked().press('down', 'down', 'enter').effects).toEqual([answer('no')]);
    expect(asked().press('up', 'enter').effects).toEqual([answer('never')]);
  });

  test('Esc rejects, and does not interrupt the turn', () => {
    expect(asked().press('escape').effects).toEqual([answer('no')]);
  });

  test('Esc without a way to reject once calls the question off', () => {
    const options = OPTIONS.slice(0, 2);
    const person = new Person([TURN, { ...ASK, question: { ...ASK.question, options } }]);
    person.press('f12').wait(201).press('escape');
    expect(person.effects).toEqual([{ type: 'answer', questionId: 'q', answer: { outcome: 'cancelled' } }]);
  });

  test('`d` shows all of it, and the question stays', () => {
    const person = asked().type('d');
    expect(person.effects.map(({ type }) => type)).toEqual(['print-question']);
    expect(person.ui.dialog).not.toBeNull();
  });

  test('a number that is no answer is typed', () => {
    const person = asked().type('7');
    expect(person.effects).toEqual([]);
    expect(person.draft).toBe('7');
  });

  test('Ctrl+C cancels the turn', () => {
    expect(asked().press('ctrl+c').effects).toEqual([{ type: 'cancel' }]);
  });

  test('what was being typed when it appeared goes on into the prompt, and answers nothing', () => {
    const person = new Person([TURN]).type('look at ');
    person.session.emit(ASK);
    for (const character of 'a real 1') person.type(character).wait(150);
    expect(person.draft).toBe('look at a real 1');
    expect(person.effects).toEqual([]);
    expect(person.wait(201).type('a').effects).toEqual([answer('once')]);
  });

  test('Enter right after it appeared sends the draft, and answers nothing', () => {
    const person = new Person([TURN]).type('hello');
    person.session.emit(ASK);
    expect(person.press('enter').effects).toEqual(sent('hello'));
  });

  test('text that begins with no key of the dialog is typed to its end', () => {
    const person = asked();
    for (const character of 'no, read it') person.type(character).wait(50);
    expect(person.draft).toBe('no, read it');
    expect(person.effects).toEqual([]);
  });

  test('an answer to one question is not one to the next', () => {
    const person = asked();
    person.session.emit({ ...ASK, question: { ...ASK.question, id: 'q2' } });
    person.type('aa');
    expect(person.effects).toEqual([answer('once')]);
    expect(person.draft).toBe('a');
  });

  test('a question without answers can be called off', () => {
    const person = new Person([TURN, { ...ASK, question: { ...ASK.question, options: [] } }]);
    person.press('f12').wait(201).press('down', 'enter', 'escape');
    expect(person.effects).toEqual([{ type: 'answer', questionId: 'q', answer: { outcome: 'cancelled' } }]);
  });
});
