import { expect, test } from 'vitest';
import { createPanel } from '../../../src/tui/panel/panel-state.ts';
import { syncSession } from '../../../src/tui/repl/update-ui.ts';
import { field, formAsked } from '../fields.ts';
import { drawView, question } from '../live/draw-live.tsx';
import { Person, sent, TURN } from '../update/person.ts';

const ASK = { type: 'question_asked', question: question() } as const;
const HOSTS = { kind: 'read', path: { given: '/etc/hosts', real: '/etc/hosts' } } as const;
const REJECTED = {
  type: 'answer',
  questionId: 'q',
  answer: { outcome: 'selected', optionId: 'r', key: 'Esc' },
};
const CANCELLED = { type: 'answer-elicitation', elicitationId: 'e', answer: { action: 'cancel' } };

/** A question over a form over a panel, each there for a while. */
function stacked(): Person {
  const person = new Person([TURN]).type('half a draft');
  person.ui = { ...person.ui, panel: createPanel('mcp', null) };
  person.session.emit(formAsked([field()]));
  person.press('f12').wait(201).type('Ad');
  person.session.emit(ASK);
  return person.press('f12').wait(1001);
}

function titles({ ui, context }: Person): string[] {
  const shown = syncSession(ui, context);
  const { rows } = drawView({ ...context, ui: shown, live: [], home: '' }, { columns: 80, rows: 24 });
  return rows.filter((row) => row.startsWith('── '));
}

test('Esc closes what is in front, one after the other, and the draft is there at the end', () => {
  const person = stacked();
  expect(titles(person)).toEqual([expect.stringContaining('── Run a command')]);
  person.press('escape').press('f12').wait(201);
  expect(titles(person)).toEqual([expect.stringContaining('── Information')]);
  person.press('escape');
  expect(titles(person)).toEqual([expect.stringContaining('── MCP servers')]);
  person.press('escape');
  expect(titles(person)).toEqual([]);
  expect(person.effects).toEqual([REJECTED, CANCELLED]);
  expect(person.press('enter').effects.slice(2)).toEqual(sent('half a draft'));
});

test('several Esc at once close only the first: what comes to the front behind it is guarded', () => {
  const person = stacked().press('escape', 'escape', 'escape');
  expect(person.effects[0]).toEqual(REJECTED);
  expect(person.effects).not.toContainEqual(CANCELLED);
  expect(person.ui.elicitation).not.toBeNull();
});

test('a question that the agent withdraws uncovers the form, with what was typed into it', () => {
  const person = stacked();
  person.session.emit({ type: 'question_closed', questionId: 'q' });
  expect(titles(person.press('f12'))).toEqual([expect.stringContaining('── Information')]);
  person.wait(201).type('a').press('enter');
  expect(person.effects).toEqual([
    {
      type: 'answer-elicitation',
      elicitationId: 'e',
      answer: { action: 'accept', content: { name: 'Ada' } },
    },
  ]);
});

test('a form that is withdrawn below a question leaves the question as it is', () => {
  const person = stacked().press('tab').type('because');
  person.session.emit({ type: 'elicitation_closed', elicitationId: 'e' });
  person.type(' of that').press('enter');
  expect(person.effects).toEqual([
    { ...REJECTED, answer: { ...REJECTED.answer, reason: 'half a draftbecause of that', key: 'Enter' } },
  ]);
  expect(titles(person.press('f12'))).toEqual([expect.stringContaining('── MCP servers')]);
});

test('a question that is settled by another answer makes room for the next one, which comes to the front guarded', () => {
  const person = stacked();
  person.session.emit({
    type: 'question_asked',
    question: question({ id: 'q2', title: 'Read /etc/hosts', request: HOSTS }),
  });
  expect(titles(person)[0]).toContain('1 of 2');
  person.session.emit({ type: 'question_closed', questionId: 'q' });
  person.type('1');
  expect(person.effects).toEqual([]);
  expect(titles(person)).toEqual([expect.stringContaining('── Read /etc/hosts')]);
});

test('a long text that comes at once is a paste, whether the terminal says so or not', () => {
  const person = new Person([TURN, ASK]).press('f12').wait(1001).type('a text that somebody pasted');
  expect(person.effects).toEqual([]);
  expect(person.draft).toBe('a text that somebody pasted');
});
