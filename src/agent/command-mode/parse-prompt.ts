import { cleanLine } from '../../core/text/clean-text.ts';
import { type CommandInfo, type CommandStep, findCommand, type LabelledStep } from './command-table.ts';
import { type CommandInput, PARSE_ARGUMENTS, type ParsedArguments } from './parse-arguments.ts';

const LABEL_CHARS = 80;

export interface CommandProblem {
  /** 1-based, within the prompt. */
  lineNumber: number;
  label: string;
  problem: string;
  /** The command that was meant, when the line begins with one. */
  command: CommandInfo | undefined;
}

export type ParsedPrompt =
  | { kind: 'steps'; steps: LabelledStep[] }
  /** No line begins with a command: a question, or a task for a model. */
  | { kind: 'prose' }
  /** Some lines are commands and some are not, or not whole. */
  | { kind: 'problems'; problems: CommandProblem[] };

/**
 * What the plain command form makes of a prompt. Every line that is not blank is a command, with or without `/` before
 * it; a `write` and a `call` may span several lines. `attachment` is a text that came with the prompt.
 */
export function parsePrompt(prompt: string, attachment: string | null = null): ParsedPrompt {
  const lines = prompt.split(/\r?\n/);
  const steps: LabelledStep[] = [];
  const problems: CommandProblem[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim();
    if (line === '') continue;
    const command = commandOf(line);
    const next = at + 1;
    const following = (limit = lines.length): string[] => lines.slice(next, next + limit);
    const parsed = parseLine(line, command, following, attachment);
    if ('problem' in parsed) {
      problems.push({ lineNumber: at + 1, label: labelOf(line), problem: parsed.problem, command });
    } else {
      steps.push({ label: labelOf(line, parsed.step), step: parsed.step });
    }
    at += parsed.linesTaken;
  }
  const isProse = steps.length === 0 && problems.every(({ command }) => command === undefined);
  if (isProse) return { kind: 'prose' };
  return problems.length > 0 ? { kind: 'problems', problems } : { kind: 'steps', steps };
}

function commandOf(line: string): CommandInfo | undefined {
  const [word = ''] = line.split(/\s/, 1);
  return findCommand(word.replace(/^\//, ''));
}

function parseLine(
  line: string,
  command: CommandInfo | undefined,
  following: CommandInput['following'],
  attachment: string | null,
): ParsedArguments {
  if (command === undefined) return { problem: 'this is not a command', linesTaken: 0 };
  const rest = line.replace(/^\S+\s*/, '');
  return PARSE_ARGUMENTS[command.name]({ rest, following, attachment });
}

/** The line without its slash, shortened; of a write only where it goes. */
function labelOf(line: string, step?: CommandStep): string {
  const label = cleanLine(step?.command === 'write' ? `write ${step.path}` : line.replace(/^\//, ''));
  return label.length > LABEL_CHARS ? `${label.slice(0, LABEL_CHARS - 1)}…` : label;
}
