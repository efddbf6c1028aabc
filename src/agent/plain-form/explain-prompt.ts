import { closest } from '../../core/text/closest.ts';
import { codeSpan } from '../turn/answer.ts';
import { COMMANDS, usageOf } from './command-table.ts';
import { CONNECT_A_MODEL } from './help-text.ts';
import type { CommandProblem } from './parse-prompt.ts';

/** A prompt with more words than this is no mistyped command. */
const MAX_WORDS_OF_A_TYPO = 3;
const MAX_PROBLEMS = 10;

/** The answer to a prompt that only a model could do something with, as Markdown. */
export function explainProse(prompt: string): string {
  return [
    `No model is connected, and this is not a command.${suggestion(prompt)}`,
    '',
    'Without a model, files can be read, listed, searched and written, commands run and MCP tools called: `help` shows how.',
    '',
    CONNECT_A_MODEL,
  ].join('\n');
}

/** The answer to a prompt some of whose lines cannot be done, as Markdown. Nothing of it was done. */
export function explainProblems(problems: readonly CommandProblem[], isOneLine: boolean): string {
  const lines = isOneLine
    ? problems.map((problem) => `This was not run: ${describeProblem(problem)}.`)
    : ['Nothing was run, since not every line is a command:', '', ...listProblems(problems)];
  return [...lines, '', 'No model is connected, so only commands are understood: `help` shows them.'].join(
    '\n',
  );
}

function listProblems(problems: readonly CommandProblem[]): string[] {
  const listed = problems
    .slice(0, MAX_PROBLEMS)
    .map(
      (problem) => `- line ${problem.lineNumber}, ${codeSpan(problem.label)}: ${describeProblem(problem)}`,
    );
  const more = problems.length - listed.length;
  return more > 0 ? [...listed, `- and ${more} more`] : listed;
}

function describeProblem({ problem, command }: CommandProblem): string {
  return command === undefined ? problem : `${problem} (\`${usageOf(command)}\`)`;
}

function suggestion(prompt: string): string {
  const words = prompt.trim().split(/\s+/);
  const names = COMMANDS.map(({ name }) => name);
  const meant =
    words.length > MAX_WORDS_OF_A_TYPO ? null : closest((words[0] ?? '').replace(/^\//, ''), names);
  return meant === null ? '' : ` Did you mean ${codeSpan([meant, ...words.slice(1)].join(' '))}?`;
}
