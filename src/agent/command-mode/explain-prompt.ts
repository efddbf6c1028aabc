import { closest } from '../../core/text/closest.ts';
import { COMMANDS, usageOf } from './command-table.ts';
import { codeSpan } from './format-answer.ts';
import type { CommandProblem } from './parse-prompt.ts';

/** A prompt with more words than this is not a mistyped command. */
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
    ? problems.map((problem) => `Not run: ${describeProblem(problem)}.`)
    : ['Nothing was run, because some lines are not commands:', '', ...listProblems(problems)];
  return [...lines, '', 'No model is connected, so only commands work: `help` lists them.'].join('\n');
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

/** The answer to `help`, as Markdown. */
export function helpText(): string {
  const rows = COMMANDS.map((command) => `| \`${usageOf(command)}\` | ${command.description} |`);
  return [
    'No model is connected. These commands work without one:',
    '',
    '| Command | What it does |',
    '|---|---|',
    ...rows,
    '',
    'Each line is a step; steps run in order, and one that fails does not stop the next.',
    'Quote a path or a pattern that contains spaces. JSON may span several lines.',
    '',
    'The text of a `write` runs to the end of the prompt. To add more steps after it, end it yourself:',
    '',
    '```',
    'write notes.md <<END',
    'first line',
    'END',
    'read notes.md',
    '```',
    '',
    'Standard input is the text for `write`: `date | simse -p "write now.txt"`.',
    '',
    CONNECT_A_MODEL,
  ].join('\n');
}

/** The ways to get from commands to an agent that thinks. */
const CONNECT_A_MODEL = [
  'To work with an agent that has a model, connect one:',
  '',
  '- give this one a model: set a key such as `ANTHROPIC_API_KEY` or `OPENAI_API_KEY`, or start Ollama, LM Studio or llama.cpp',
  '- to keep: name its command in `acp.json`, in this folder or in the config folder of simse',
  '- for once: `simse --agent-command "<cmd>"`, such as `simse --agent-command "opencode acp"`',
].join('\n');
