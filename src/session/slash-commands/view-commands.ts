import type { PromptAction } from '../../core/ports/session-commands.ts';
import { type FileEdits, sessionEdits } from '../../core/state/diffs.ts';
import { modeInForce } from '../../core/state/mode-in-force.ts';
import type { SessionState } from '../../core/state/session-state.ts';
import { costText, turnsOf, usageText } from '../../core/state/usage.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { countOf } from '../../core/text/quantities.ts';
import { openPanel, row, type SlashCommand, tableLines } from './slash-command.ts';

/** The commands that show what is known of this session, and those on the screen and the prompt itself. */
export const VIEW_COMMANDS: readonly SlashCommand[] = [
  {
    name: 'status',
    description: 'session, agent and config overview',
    run: (_argument, { getState }) => openPanel('status', () => statusLines(getState())),
  },
  {
    name: 'context',
    description: "how full the agent's context is",
    run: (_argument, { getState }) => openPanel('context', () => contextLines(getState())),
  },
  {
    name: 'cost',
    description: 'what the session and its turns cost',
    run: (_argument, { getState }) => openPanel('cost', () => costLines(getState())),
  },
  {
    name: 'diff',
    hint: '[words]',
    description: 'every file that was changed in this session',
    run: (words, { getState }) =>
      openPanel('diff', () => editLines(sessionEdits(getState().entries), words), { filter: words }),
  },
  promptCommand('editor', 'write the prompt in your own editor', 'edit'),
  promptCommand('keys', 'what every key does', 'show-keys'),
  promptCommand('vim', 'switch vim keys on or off', 'toggle-vim'),
  { name: 'clear', description: 'clear the screen, keeping the session', run: () => ({ kind: 'clear' }) },
  { name: 'exit', aliases: ['quit'], description: 'exit simse', run: () => ({ kind: 'exit' }) },
];

/** What is done in the prompt itself, for whoever does not know the key. */
function promptCommand(name: string, description: string, action: PromptAction): SlashCommand {
  const text = `/${name} needs a terminal that is drawn into: this one gets plain lines.`;
  return { name, description, run: () => ({ kind: 'prompt-action', action, text }) };
}

function statusLines(state: SessionState): string[] {
  const agent =
    state.agent === null
      ? ''
      : ` (${[state.agent.title ?? state.agent.name, state.agent.version].filter(Boolean).join(' ')})`;
  const { used, size, cost } = state.usage;
  const lines = [
    row('session', state.sessionId),
    row('directory', state.cwd),
    row(
      'agent',
      `${state.backend}${cleanLine(agent) === '' ? '' : ` ${cleanLine(agent)}`} · ${state.backendState}`,
    ),
    row('mode', modeInForce(state).mode),
    row(
      'MCP',
      `${state.mcp.filter((server) => server.state === 'ready').length} of ${state.mcp.length} servers ready`,
    ),
  ];
  if (used !== undefined)
    lines.push(row('context', `${used}${size === undefined ? '' : ` of ${size}`} tokens`));
  if (cost !== undefined) lines.push(row('cost', `${cost.amount.toFixed(2)} ${cost.currency}`));
  return lines;
}

function contextLines(state: SessionState): string[] {
  const { usage, compaction, entries, backend } = state;
  const { cost: _cost, ...inContext } = usage;
  const known = usageText({ usage: inContext });
  return [
    known === '' ? `${backend} does not say how much of its context is in use.` : row('context', known),
    row('entries', String(entries.length)),
    ...(compaction === null ? [] : [row('compacted', `${entries.length - compaction.since} entries ago`)]),
  ];
}

function costLines({ usage, entries, backend }: SessionState): string[] {
  const turns = turnsOf(entries).flatMap(({ cost, prompt }, index) =>
    cost === null ? [] : [[String(index + 1), costText(cost), prompt.slice(0, 80)]],
  );
  const { cost } = usage;
  return [
    cost === undefined ? `${backend} does not say what it costs.` : row('cost', costText(cost)),
    ...tableLines(turns),
  ];
}

/** The files whose path has the word in it, the one that was changed last first. */
function editLines(files: readonly FileEdits[], word: string): string[] {
  const shown = files.filter(({ path }) => path.toLowerCase().includes(word.toLowerCase()));
  if (shown.length === 0) return ['No file was changed yet, as far as the agent has shown.'];
  return shown.map(({ path, edits }) => `  ${cleanLine(path)}  ${countOf(edits, 'edit')}`);
}
