import { blockToText } from '../../core/content.ts';
import { defined, numberOf, recordOf, recordsOf, textOf } from '../../core/json.ts';
import { FLEETING_NOTICE } from '../../core/rpc/own-meta.ts';
import type { MessageRole, NoticeLevel, PlanEntry, SessionEvent } from '../../core/state/events.ts';
import { toContentBlocks } from './content.ts';
import { toToolCallPatch } from './tool-call.ts';

type Update = Record<string, unknown>;
type Translator = (update: Update) => SessionEvent[];

/** Where agents put the output of commands that they run themselves, while it comes and at its end. */
const OUTPUT_KEYS = ['terminal_output', 'terminal_output_delta'] as const;
const EXIT_KEY = 'terminal_exit';

const PRIORITIES: ReadonlySet<unknown> = new Set<PlanEntry['priority']>(['high', 'medium', 'low']);
const PLAN_STATUSES: ReadonlySet<unknown> = new Set<PlanEntry['status']>([
  'pending',
  'in_progress',
  'completed',
  'cancelled',
]);
const NOTICE_LEVELS: ReadonlyMap<unknown, NoticeLevel> = new Map<unknown, NoticeLevel>([
  ['warning', 'warn'],
  ['warn', 'warn'],
  ['error', 'error'],
]);

const TRANSLATORS: Readonly<Record<string, Translator>> = {
  user_message_chunk: (update) => toChunks('user', update),
  agent_message_chunk: (update) => toChunks('agent', update),
  agent_thought_chunk: (update) => toChunks('thought', update),
  tool_call: toToolEvents,
  tool_call_update: toToolEvents,
  plan: toPlan,
  plan_update: ({ plan }) => toPlan(recordOf(plan)),
  plan_removed: () => [{ type: 'plan', entries: [] }],
  available_commands_update: toCommands,
  session_info_update: toTitle,
  usage_update: toUsage,
  notice: toNotice,
  compaction_update: toCompaction,
  compaction_summary_chunk: (update) => toChunks('thought', update),
};

/**
 * A `session/update` of ACP v1 as events. Total: null for a kind that is not known, an empty list for one that says
 * nothing. Settings (modes and options) are not translated here, since they build on what the session has.
 */
export function translateUpdate(update: Update): SessionEvent[] | null {
  const kind = update['sessionUpdate'];
  const translate =
    typeof kind === 'string' && Object.hasOwn(TRANSLATORS, kind) ? TRANSLATORS[kind] : undefined;
  return translate === undefined ? null : translate(update);
}

function toChunks(role: MessageRole, update: Update): SessionEvent[] {
  const messageId = textOf(update['messageId']);
  const ids = messageId === undefined ? {} : { messageId };
  return toContentBlocks(update['content']).flatMap((content) =>
    blockToText(content) === '' ? [] : [{ type: 'message_chunk' as const, role, ...ids, content }],
  );
}

/** What a command wrote goes before what is said of its call: with the end of that its card is printed as it is then. */
function toToolEvents(update: Update): SessionEvent[] {
  const call = toToolCallPatch(update);
  return [...toTerminalEvents(update), ...(call === null ? [] : [{ type: 'tool_call' as const, call }])];
}

/** A list of entries; in newer forms also a text, or the file that has it. */
function toPlan({ entries, content, uri }: Update): SessionEvent[] {
  const text = textOf(content) ?? textOf(uri);
  const list = text === undefined ? recordsOf(entries) : [{ content: text }];
  return [{ type: 'plan', entries: list.flatMap(toPlanEntry) }];
}

function toPlanEntry({ content, priority, status }: Update): PlanEntry[] {
  if (typeof content !== 'string') return [];
  return [
    {
      content,
      priority: PRIORITIES.has(priority) ? (priority as PlanEntry['priority']) : 'medium',
      status: PLAN_STATUSES.has(status) ? (status as PlanEntry['status']) : 'pending',
    },
  ];
}

function toCommands({ availableCommands }: Update): SessionEvent[] {
  const commands = recordsOf(availableCommands).flatMap(({ name, description, input }) => {
    const bare = textOf(name)?.replace(/^\//, '');
    if (bare === undefined) return [];
    return [
      defined({ name: bare, description: textOf(description) ?? '', hint: textOf(recordOf(input)['hint']) }),
    ];
  });
  return [{ type: 'commands', commands }];
}

/** A missing title says nothing; null takes it away. */
function toTitle({ title }: Update): SessionEvent[] {
  return typeof title === 'string' || title === null ? [{ type: 'title', title }] : [];
}

/** No context is empty: agents that say so do not know, as after a turn that was cut short. */
function toUsage({ used, size, cost }: Update): SessionEvent[] {
  const { amount, currency } = recordOf(cost);
  const price =
    numberOf(amount) === undefined
      ? undefined
      : { amount: Number(amount), currency: textOf(currency) ?? 'USD' };
  const usage = defined({ used: numberOf(used) || undefined, size: numberOf(size), cost: price });
  return Object.keys(usage).length === 0 ? [] : [{ type: 'usage', usage }];
}

function toNotice({ severity, title, description, _meta }: Update): SessionEvent[] {
  const text = [textOf(title), textOf(description)].filter((part) => part !== undefined).join(': ');
  const level = NOTICE_LEVELS.get(severity) ?? 'info';
  const isFleeting = recordOf(_meta)[FLEETING_NOTICE] === true;
  return text === ''
    ? []
    : [{ type: 'notice', level, source: 'agent', text, ...(isFleeting && { isFleeting }) }];
}

function toCompaction({ status, error, summary }: Update): SessionEvent[] {
  if (status === 'failed') {
    const reason = textOf(error) ?? textOf(recordOf(error)['message']) ?? 'no reason given';
    return [
      {
        type: 'notice',
        level: 'warn',
        source: 'agent',
        text: `the context could not be compacted: ${reason}`,
      },
    ];
  }
  const told = toChunks('thought', { content: summary });
  if (status !== 'completed') return told;
  return [...told, { type: 'notice', level: 'info', source: 'agent', text: 'the context was compacted' }];
}

/** The terminal events in the `_meta` of a tool call update: a convention of several agents, not of ACP. */
function toTerminalEvents(update: Record<string, unknown>): SessionEvent[] {
  const meta = recordOf(update['_meta']);
  const outputs = OUTPUT_KEYS.map((key) => recordOf(meta[key])).flatMap(
    ({ terminal_id: id, data }): SessionEvent[] =>
      typeof id === 'string' && typeof data === 'string' && data !== ''
        ? [{ type: 'terminal_output', terminalId: id, text: data }]
        : [],
  );
  const { terminal_id: id, exit_code: code, signal } = recordOf(meta[EXIT_KEY]);
  if (typeof id !== 'string') return outputs;
  const exit = { terminalId: id, exitCode: numberOf(code) ?? null, signal: textOf(signal) ?? null };
  return [...outputs, { type: 'terminal_exited', ...exit }];
}
