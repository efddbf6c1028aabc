import { expect, test } from 'vitest';
import type { ElicitationAnswer, FormField } from '../../../src/core/elicitation/elicitation.ts';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import type { Effect } from '../../../src/tui/repl/ui-state.ts';
import { FEATURES, field, formAsked, openingPage, pageAsked, REGION } from '../fields.ts';
import { Person, sent, TURN } from '../update/person.ts';

const SILENCE = 1001;
const QUESTION: SessionEvent = {
  type: 'question_asked',
  question: {
    id: 'q',
    askedBy: 'claude',
    title: 'x',
    request: { kind: 'shell', command: 'x', cwd: '/' },
    options: [{ id: 'once', label: 'Yes', kind: 'allow_once' }],
  },
};
const ALLOWED: Effect = {
  type: 'answer',
  questionId: 'q',
  answer: { outcome: 'selected', optionId: 'once', key: '1' },
};

const answered = (answer: ElicitationAnswer, elicitationId = 'e'): Effect => ({
  type: 'answer-elicitation',
  elicitationId,
  answer,
});
const accepted = (content: Record<string, string | number | boolean | string[]>): Effect =>
  answered({ action: 'accept', content });

/** Somebody before whom this has been for a while. */
function facing(...events: SessionEvent[]): Person {
  return new Person([TURN, ...events]).press('f12').wait(201);
}

const filling = (...fields: FormField[]) => facing(formAsked(fields));

test('a form is filled in and sent with the keyboard alone', () => {
  const person = filling(
    field(),
    field({ key: 'n', type: 'integer', default: 2 }),
    field({ key: 'on', type: 'boolean' }),
    REGION,
    FEATURES,
  );
  person.type('Ada').press('left').type('x').press('enter');
  person.press('ctrl+u').type('7').press('tab');
  person.type(' ').press('down', 'right', 'right', 'enter');
  person.type(' 3').press('enter');
  expect(person.effects).toEqual([
    accepted({ name: 'Adxa', n: 7, on: true, region: 'us', features: ['logs', 'traces'] }),
  ]);
  expect(person.draft).toBe('');
});

test('what is wrong is not sent, and Enter sends it once it has been mended', () => {
  const person = filling(field({ format: 'email' }), field({ key: 'b', required: true }));
  person.type('ada').press('tab').type('x').press('enter');
  expect(person.effects).toEqual([]);
  expect(person.ui.elicitation?.form.current).toBe(0);
  person.type('@example.org').press('enter', 'enter');
  expect(person.effects).toEqual([accepted({ name: 'ada@example.org', b: 'x' })]);
});

test.each([
  ['escape', 'cancel'],
  ['ctrl+x', 'decline'],
] as const)('%s answers a form and a page with %s', (key, action) => {
  expect(filling(field()).type('Ada').press(key).effects).toEqual([answered({ action })]);
  expect(facing(pageAsked('https://example.org/')).press(key).effects).toEqual([answered({ action })]);
});

test('a single choice is answered by its number, or by arrows and Enter', () => {
  const login = { ...REGION, required: true };
  expect(filling(login).type('2').effects).toEqual([accepted({ region: 'us' })]);
  expect(filling(login).press('enter').effects).toEqual([accepted({ region: 'eu' })]);
  expect(filling(login).press('down', 'down', 'up', 'enter').effects).toEqual([accepted({ region: 'us' })]);
});

test('what is no answer to a choice is typed into the prompt, with what follows it at once', () => {
  const person = filling({ ...REGION, required: true });
  for (const character of 'have 1 apple') person.type(character).wait(50);
  expect(person.effects).toEqual([]);
  expect(person.draft).toBe('have 1 apple');
});

test('a page is opened when that is asked for, and Enter says that it was dealt with', () => {
  const person = facing(pageAsked('https://example.org/x')).type('o');
  expect(person.effects).toEqual([{ type: 'open-url', url: 'https://example.org/x' }]);
  person.press('enter');
  expect(person.effects.slice(1)).toEqual([answered({ action: 'accept' })]);
});

test('what was being typed when a form appeared goes on into the prompt', () => {
  const person = new Person([TURN]).type('look ');
  person.session.emit(formAsked([field()]));
  for (const character of 'at it') person.type(character).wait(150);
  expect(person.press('enter').effects).toEqual(sent('look at it'));
  expect(person.wait(201).type('Ada').press('enter').effects.slice(2)).toEqual([accepted({ name: 'Ada' })]);
});

test('a permission question hides a form, which keeps what was typed and takes what is being typed', () => {
  const person = filling(field()).type('Ad');
  person.session.emit(QUESTION);
  person.type('a');
  expect(person.effects).toEqual([]);
  person.wait(SILENCE).type('1').press('f12').wait(201).press('enter');
  expect(person.effects).toEqual([ALLOWED, accepted({ name: 'Ada' })]);
});

test('a key meant for the question does not answer the form that comes back behind it', () => {
  const person = filling({ ...REGION, required: true });
  person.session.emit(QUESTION);
  person.press('f12').wait(SILENCE).type('1').type('1');
  expect(person.effects).toEqual([ALLOWED]);
  expect(person.wait(201).type('1').effects.slice(1)).toEqual([accepted({ region: 'eu' })]);
});

test('questions come before forms, forms in the order they came, each guarded', () => {
  const login = { ...REGION, required: true };
  const person = facing(formAsked([login], 'e1'), formAsked([login], 'e2'), QUESTION);
  person.wait(SILENCE).type('1').press('f12').wait(201).type('2').wait(100).type('3');
  expect(person.effects).toEqual([ALLOWED, answered({ action: 'accept', content: { region: 'us' } }, 'e1')]);
  expect(person.wait(201).type('3').effects.slice(2)).toEqual([
    answered({ action: 'accept', content: { region: 'ap' } }, 'e2'),
  ]);
});

test('a form is answered once, however long the session takes to close it', () => {
  const person = filling(field());
  person.session.answerElicitation = () => {};
  person.press('enter', 'enter', 'escape', 'ctrl+x');
  expect(person.effects).toEqual([accepted({})]);
});

test('a form that comes behind a question takes nothing before it is seen', () => {
  const person = facing(QUESTION, formAsked([field()])).type('hello');
  expect(person.draft).toBe('hello');
  expect(
    person.wait(SILENCE).press('down').wait(SILENCE).type('1').press('f12').wait(201).press('enter').effects,
  ).toEqual([ALLOWED, accepted({})]);
});

test('a form that the asker takes back is gone, and what is typed goes to the prompt', () => {
  const person = filling(field()).type('Ad');
  person.session.emit({ type: 'elicitation_closed', elicitationId: 'e' });
  expect(person.type('x').draft).toBe('x');
  expect(person.ui.elicitation).toBeNull();
});

test('Ctrl+C still cancels the turn, Ctrl+D in a text deletes and never leaves', () => {
  expect(filling(field()).press('ctrl+c').effects).toEqual([{ type: 'cancel' }]);
  const person = filling(field()).type('Ada').press('home', 'ctrl+d', 'enter');
  expect(person.effects).toEqual([accepted({ name: 'da' })]);
});

test('a paste is typed into the field, on one line; Ctrl+O shows all there is to say', () => {
  const person = filling(field()).paste('a\nb').press('ctrl+j', 'ctrl+o', 'enter');
  expect(person.effects.map(({ type }) => type)).toEqual(['show-asked', 'answer-elicitation']);
  expect(person.effects[1]).toEqual(accepted({ name: 'a b' }));
});

test.each([
  ['Enter', (person: Person) => person.press('enter')],
  ['o', (person: Person) => person.type('o')],
])('a page that opens by agreeing is agreed to with %s', (_key, act) => {
  expect(act(facing(openingPage('https://example.org/'))).effects).toEqual([answered({ action: 'accept' })]);
});
