import { BUILT_IN_BACKEND } from '../../config/backend-config.ts';
import type { ContentBlock } from '../../core/content.ts';
import { messageOf } from '../../core/errors.ts';
import { isLooserThan } from '../../core/gate/permission-mode.ts';
import type { TurnResult } from '../../core/ports/backend.ts';
import type { ConfigOption } from '../../core/state/events.ts';
import type { Entry, SessionState } from '../../core/state/session-state.ts';
import type { BackendLink } from '../backend/backend-link.ts';
import type { EventStream } from '../event-stream.ts';
import type { PromptExpander } from './expand-prompt.ts';

const COMMAND = /^\/compact(?:\s+([\s\S]*))?$/;
const MAX_SUMMARY_CHARS = 50_000;
const REQUEST = `Summarise our conversation so far, for an agent that goes on with it and knows nothing of it. Say what I want and have said about how, what was decided and why, what was done (files and commands by their names), what is known of the code that matters, what failed, what is still open, and what is next. Be exact and brief, at most about 1,000 words. Answer with the summary alone, without using tools.`;

interface Parts {
  stream: EventStream;
  link: Pick<BackendLink, 'chosen' | 'switchTo' | 'current'>;
}

/** Why a conversation cannot be compacted now; null when it can. */
export function whyNotCompact({
  backend,
  entries,
}: {
  backend: string;
  entries: Iterable<Entry>;
}): string | null {
  if (backend === BUILT_IN_BACKEND) return 'There is no model that could write a summary.';
  return [...entries].some(({ kind }) => kind === 'turn_end')
    ? null
    : 'Nothing was said yet that could be compacted.';
}

/** Whether the agent has a command of its own for it, which is better. */
export function compactsItself({ commands }: Pick<SessionState, 'commands'>): boolean {
  return commands.some(({ name }) => name === 'compact');
}

/**
 * Makes of the prompt `/compact [what matters]` a turn in which the backend writes a summary of the conversation. After it
 * the backend goes on in a new session, which is told the summary and the last turns.
 */
export function withCompaction(expander: PromptExpander, parts: Parts): PromptExpander {
  const { emit, getState } = parts.stream;
  return {
    ...expander,
    isAbout: (blocks) => readCommand(blocks, getState()) !== null || expander.isAbout(blocks),
    expand(blocks, signal) {
      const focus = readCommand(blocks, getState());
      if (focus === null) return expander.expand(blocks, signal);
      const reason = whyNotCompact(withoutLastPrompt(getState()));
      if (reason !== null) {
        emit({ type: 'message_chunk', role: 'agent', content: { type: 'text', text: reason } });
        return Promise.resolve({ kind: 'answered' });
      }
      const text = focus === '' ? REQUEST : `${REQUEST}\n\nWhat matters most: ${focus}`;
      const finish = (result: TurnResult) => compactAfter(result, parts);
      return Promise.resolve({ kind: 'prompt', blocks: [{ type: 'text', text }], finish });
    },
  };
}

/** What is said after the command, empty for nothing; null for another prompt, and where the agent has the command. */
function readCommand(blocks: readonly ContentBlock[], state: SessionState): string | null {
  const [block] = blocks;
  if (block?.type !== 'text' || blocks.length > 1 || compactsItself(state)) return null;
  const match = COMMAND.exec(block.text.trim());
  return match === null ? null : (match[1] ?? '').trim();
}

function withoutLastPrompt({ backend, entries }: SessionState): Parameters<typeof whyNotCompact>[0] {
  return { backend, entries: entries.slice(0, entries.lastIndexOf('prompt')) };
}

async function compactAfter(result: TurnResult, { stream, link }: Parts): Promise<void> {
  const { emit, getState } = stream;
  const summary = lastAnswer(getState()).slice(0, MAX_SUMMARY_CHARS);
  const isWhole = result.error === undefined && result.stopReason === 'end_turn';
  if (!isWhole || summary === '') {
    const text = `Nothing was compacted: ${isWhole ? 'the agent wrote no summary.' : 'the summary was not finished.'}`;
    emit({ type: 'notice', level: 'warn', source: 'simse', text });
    return;
  }
  const { configOptions } = getState();
  emit({ type: 'compacted', summary });
  await link.switchTo(link.chosen);
  await restoreSettings(configOptions, { stream, link });
}

function lastAnswer({ entries }: SessionState): string {
  const answer = entries.slice(entries.lastIndexOf('prompt'));
  const texts = answer.map((entry) => (entry.kind === 'message' && entry.role === 'agent' ? entry.text : ''));
  return texts.join('\n').trim();
}

/** The model, and what else the user had chosen in the session that is left; but no mode that the agent could have taken. */
async function restoreSettings(before: readonly ConfigOption[], { stream, link }: Parts): Promise<void> {
  const { emit, getState } = stream;
  for (const { id, value, like } of before) {
    if (like !== undefined && isLooserThan(like, getState().mode)) continue;
    const now = getState().configOptions.find((option) => option.id === id);
    if (now === undefined || now.value === value) continue;
    try {
      await link.current?.session.setConfigOption(id, value);
    } catch (error) {
      emit({ type: 'notice', level: 'warn', source: getState().backend, text: messageOf(error) });
    }
  }
}
