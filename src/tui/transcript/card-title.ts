import { displayPath } from '../../core/gate/workspace-path.ts';
import { isRecord, recordOf } from '../../core/json.ts';
import type { TerminalState } from '../../core/state/session-state.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { revealLine } from '../../core/text/reveal-text.ts';
import type { ToolCall, ToolKind } from '../../core/tool-call.ts';

const LABELS: Readonly<Record<ToolKind, string>> = {
  read: 'Read',
  edit: 'Edit',
  delete: 'Delete',
  move: 'Move',
  search: 'Search',
  execute: 'Run',
  think: 'Think',
  fetch: 'Fetch',
  switch_mode: 'Switch mode',
  other: '',
};

/**
 * What a tool call does: the command or the tool and its arguments where simse itself runs it, what the agent has shown of
 * its command or its changes, what was refused, else the agent's own title. `cwd` is the session's.
 */
export function cardTitle(call: ToolCall, terminals: readonly TerminalState[], cwd: string): string {
  if (call.byUser === true) return revealLine(call.title);
  return (
    commandTitle(terminals, cwd) ??
    catalogueTitle(call) ??
    refusedTitle(call) ??
    shownTitle(call, cwd) ??
    agentsTitle(call, cwd)
  );
}

function commandTitle(terminals: readonly TerminalState[], cwd: string): string | null {
  const ran = terminals.flatMap((terminal) => {
    if (terminal.command === undefined) return [];
    const place = displayPath([cwd], terminal.cwd ?? cwd);
    return [revealLine(terminal.command) + (place === '.' ? '' : ` (in ${revealLine(place)})`)];
  });
  return ran.length === 0 ? null : `${LABELS.execute} ${ran.join('; ')}`;
}

function catalogueTitle({ ran }: ToolCall): string | null {
  if (ran === undefined) return null;
  const shown = argumentsText(ran.args);
  return `Call ${revealLine(ran.tool)}${shown === '' ? '' : ` (${shown})`}`;
}

/** What was refused in the words in which it was: what the agent shows of it by then is often less. */
function refusedTitle({ refusal = '', title, status }: ToolCall): string | null {
  return refusal === '' || refusal === title || status === 'completed' ? null : revealLine(refusal);
}

/** Arguments as people write them: `path: "a.ts", lines: 3`. JSON whose end is missing is shown as it is. */
function argumentsText(json: string): string {
  try {
    const args: unknown = JSON.parse(json);
    if (!isRecord(args)) return revealLine(json);
    const pairs = Object.entries(args).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    return revealLine(pairs.join(', '));
  } catch {
    return `${revealLine(json)}…`;
  }
}

/** The command or the files that the agent's own question would name, too: titles as "List files" and "Edit files" say less. */
function shownTitle({ kind, input, content }: ToolCall, cwd: string): string | null {
  const { command } = recordOf(input);
  if (kind === 'execute' && typeof command === 'string') return `${LABELS.execute} ${revealLine(command)}`;
  const diffs = kind === 'edit' ? content.filter((item) => item.type === 'diff') : [];
  const [first, ...others] = new Set(diffs.map(({ path }) => displayPath([cwd], path)));
  if (first === undefined) return null;
  const verb = diffs.every(({ oldText }) => oldText === null) ? 'Create' : LABELS.edit;
  return `${verb} ${revealLine(first)}${others.length === 0 ? '' : ` and ${others.length} more`}`;
}

/** Its title, with its kind's word before it where it does not begin with a verb, and its file where it names none. */
function agentsTitle({ kind, title, name, locations }: ToolCall, cwd: string): string {
  const own = shortenPaths(cleanLine(title), cwd);
  if (own === '') return cleanLine(name ?? '') || LABELS[kind] || 'Tool';
  const [target] = locations;
  const path = target === undefined ? '' : displayPath([cwd], target.path);
  const isNamed = path === '' || path === '.' || own.includes(path.split(/[\\/]/).at(-1) ?? '');
  const titled = LABELS[kind] === '' || /^[A-Z][a-z]+(?: |$)/.test(own) ? own : `${LABELS[kind]} ${own}`;
  return isNamed ? titled : `${titled} ${cleanLine(path)}`;
}

/** Paths within the working directory relative to it. */
function shortenPaths(text: string, cwd: string): string {
  return cwd.length > 1 ? text.replaceAll(`${cwd}/`, '').replaceAll(`${cwd}\\`, '') : text;
}
