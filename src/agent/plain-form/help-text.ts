import { COMMANDS, usageOf } from './command-table.ts';

/** The answer to `help`, as Markdown. */
export function helpText(): string {
  const rows = COMMANDS.map((command) => `| \`${usageOf(command)}\` | ${command.description} |`);
  return [
    'No model is connected: these commands are what is understood.',
    '',
    '| Command | What it does |',
    '|---|---|',
    ...rows,
    '',
    'Several lines are several steps, done in order; a step that fails does not stop the next.',
    'A path or a pattern with blanks goes in quotes. JSON may go on over several lines.',
    '',
    'The text of a `write` is all that follows it, to the end of the prompt. So that other steps can follow, end it yourself:',
    '',
    '```',
    'write notes.md <<END',
    'first line',
    'END',
    'read notes.md',
    '```',
    '',
    'What comes by standard input beside a prompt is a text for `write`: `date | simse -p "write now.txt"`.',
    '',
    CONNECT_A_MODEL,
  ].join('\n');
}

/** The ways to get from commands to an agent that thinks. */
export const CONNECT_A_MODEL = [
  'To work with an agent that has a model, connect one:',
  '',
  '- give this one a model: set a key such as `ANTHROPIC_API_KEY` or `OPENAI_API_KEY`, or start Ollama, LM Studio or llama.cpp',
  '- to keep: name its command in `acp.json`, in this folder or in the config folder of simse',
  '- for once: `simse --agent-command "<cmd>"`, such as `simse --agent-command "opencode acp"`',
].join('\n');
