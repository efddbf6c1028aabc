import type { KeptScope, OptionKind, PermissionQuestion } from '../../core/gate/gate-request.ts';
import { answersOf, type OfferedAnswer } from '../../core/gate/question-answers.ts';
import { displayPath } from '../../core/gate/workspace-path.ts';
import { revealLine } from '../../core/text/reveal-text.ts';
import { widthOf } from '../draw/graphemes.ts';
import { indentLines, line, wrapLine, wrapLines } from '../draw/line.ts';
import { windowAround } from '../draw/scrolled-rows.ts';
import { type Row, rowText, type Span, span } from '../draw/span.ts';
import { GLYPHS } from '../draw/theme.ts';
import { hasCaret, typedSpans } from '../editor/typed-spans.ts';
import type { PermissionField, PermissionState } from './permission-state.ts';
import { checkRuleOf } from './typed-answers.ts';

/** Of what is typed into a question. */
const MAX_FIELD_ROWS = 3;

/** The answers, a row each where there is room, else beside each other; or the one with which something is typed. */
export function answerRows(
  question: PermissionQuestion,
  { selected, field }: PermissionState,
  columns: number,
  height: number,
): Row[] {
  if (field !== null) return fieldRows(question, field, columns, height);
  const answers = answersOf(question);
  const listed = answers.flatMap((one, index) => listedAnswer(one, index === selected, columns));
  if (listed.length <= height) return listed;
  const { request } = question;
  const words = request.kind === 'claim' && request.plan !== undefined ? SHORT_FOR_PLANS : SHORT;
  const { numbers, marked } = besideEachOther(answers, selected, columns, words);
  // A number that answers stands there, however little room there is.
  return [...numbers, ...marked.slice(0, Math.max(0, height - numbers.length))];
}

function listedAnswer(answer: OfferedAnswer, isMarked: boolean, columns: number): Row[] {
  const head = [span(isMarked ? `${GLYPHS.prompt} ` : '  ', 'accent'), span(`${numberOf(answer)} `, 'dim')];
  return wrapLines(indentLines([line(...wordsOf(answer, isMarked))], head), columns);
}

/** Nothing that can be typed stands for those behind the ninth. */
function numberOf({ number }: OfferedAnswer): string {
  return number <= 9 ? String(number) : ' ';
}

/** What it does, and behind that, in a fainter colour, the rule that it makes or what the agent calls it. */
function wordsOf({ does, called, rule }: OfferedAnswer, isMarked: boolean): Span[] {
  const named = called === undefined ? undefined : `“${called}”`;
  const behind = rule === undefined ? named : revealLine(rule);
  const words = isMarked ? span(does, 'strong') : span(does);
  return behind === undefined ? [words] : [words, span(`  ${behind}`, 'dim')];
}

const SHORT: Readonly<Record<OptionKind | KeptScope, string>> = {
  project: 'Project',
  user: 'Always',
  allow_once: 'Once',
  allow_always: 'Session',
  reject_once: 'No',
  reject_always: 'Never',
  other: '?',
};

/** Of those to a plan, which are in words of their own. */
const SHORT_FOR_PLANS = { ...SHORT, allow_once: 'Approve', allow_always: 'Accept edits' };

/** All numbers with a word each, and the marked answer in full below. */
function besideEachOther(
  answers: readonly OfferedAnswer[],
  selected: number,
  columns: number,
  words: typeof SHORT,
): { numbers: Row[]; marked: Row[] } {
  const rows: Span[][] = [[]];
  for (const [index, answer] of answers.entries()) {
    const mark = span(index === selected ? GLYPHS.prompt : ' ', 'accent');
    const word = span(
      words[answer.answer.keep ?? answer.kind],
      ...(index === selected ? (['strong'] as const) : []),
    );
    const shown = [mark, span(`${numberOf(answer)} `, 'dim'), word, span(' ')];
    const last = rows.at(-1) ?? [];
    if (widthOf(rowText([...last, ...shown])) > columns + 1) rows.push(shown);
    else last.push(...shown);
  }
  const marked = answers[selected];
  const full = marked === undefined ? [] : wrapLine(line(span('  '), ...wordsOf(marked, true)), columns);
  return { numbers: rows, marked: full.slice(0, 2) };
}

/** The answer that is given, what is typed with it, and of a rule what it would do. */
function fieldRows(
  question: PermissionQuestion,
  { kind, answer, editor }: PermissionField,
  columns: number,
  height: number,
): Row[] {
  const { does, file } = answer;
  const where =
    file === undefined ? '' : `, in ${revealLine(displayPath(question.roots?.slice(0, 1) ?? [], file))}`;
  const label = span(`${does}${kind === 'reason' ? ', because' : where}: `, 'strong');
  const mark = span(`${GLYPHS.prompt} `, 'accent');
  const typed = wrapLine(line(mark, label, ...typedSpans(editor)), columns);
  const caret = Math.max(0, typed.findIndex(hasCaret));
  const field = windowAround(typed, caret, Math.min(typed.length, MAX_FIELD_ROWS, height));
  if (kind === 'reason') return field;
  return [...field, ...ruleRows(question, answer, editor.text, columns)].slice(0, height);
}

function ruleRows(question: PermissionQuestion, answer: OfferedAnswer, text: string, columns: number): Row[] {
  const { covers, says } = checkRuleOf(question, answer, text);
  const glyph = covers ? span(`${GLYPHS.done} `, 'good') : span(`${GLYPHS.failed} `, 'bad');
  const told = indentLines([line(span(says, covers ? 'dim' : 'bad'))], [span('  '), glyph]);
  return wrapLines(told, columns).slice(0, MAX_FIELD_ROWS);
}
