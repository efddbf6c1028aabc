import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { BACKGROUND_COMMAND } from '../../core/rpc/own-meta.ts';
import { cleanText } from '../../core/text/clean-text.ts';
import { type BackgroundCommand, describeExit } from './background-commands.ts';
import { openTerminal, shellSummary } from './open-terminal.ts';
import {
  defineModelTool,
  type RunningCall,
  type RunOutcome,
  type ToolContext,
  type ToolInvocation,
  textContent,
} from './tool.ts';

const MAX_WAIT_MS = 2 * 60_000;
const ID_INPUT = z.string().min(1).describe('as shell returned it, such as bg_1');

/** Looks at a background command. */
export const SHELL_OUTPUT = defineModelTool({
  name: 'shell_output',
  description:
    'What a command in the background has written since the last look, and whether it still runs. With wait_ms to wait for its end rather than to ask again and again.',
  isReadOnly: true,
  mayRepeat: true,
  input: z.object({
    id: ID_INPUT,
    wait_ms: z.int().min(0).max(MAX_WAIT_MS).default(0).describe('how long to wait for its end, at most'),
  }),
  prepare: ({ id: command, wait_ms: waitMs }, context) => lookAtCommand(context, command, waitMs),
});

/** Ends a background command. */
export const SHELL_STOP = defineModelTool({
  name: 'shell_stop',
  description: 'Ends a command in the background, with all that it started.',
  isReadOnly: false,
  input: z.object({ id: ID_INPUT }),
  prepare: (input, context) => stopCommand(context, input.id),
});

/** What cannot start mostly says so at once, and then the model should not have to ask. */
const FIRST_LOOK_MS = 500;

/** Starts a command that runs beside the conversation. */
export function runInBackground(context: ToolContext, line: string): ToolInvocation {
  const { background, changes, workspace } = context;
  const summary = shellSummary(workspace, line);
  return {
    ...summary,
    title: `${line} (in the background)`,
    async run(call) {
      background.requireRoom();
      changes.noteCommand();
      const terminal = await openTerminal(call, line, { _meta: { [BACKGROUND_COMMAND]: true } });
      const command = background.add(line, terminal);
      await endsWithin(command, FIRST_LOOK_MS, call.signal);
      const seen = await lookAt(command);
      return command.content.length === 0
        ? seen
        : { ...seen, content: command.content, replayed: seen.content };
    },
  };
}

/** What a background command has written since the last look, and whether it still runs; waits so long for its end. */
function lookAtCommand({ background }: ToolContext, id: string, waitMs: number): ToolInvocation {
  return aboutCommand('shell_output', `Look at ${id}`, id, async ({ signal }) => {
    const command = background.find(id);
    await endsWithin(command, waitMs, signal);
    return lookAt(command);
  });
}

/** Ends a background command. */
function stopCommand({ background }: ToolContext, id: string): ToolInvocation {
  return aboutCommand('shell_stop', `Stop ${id}`, id, async () => {
    const command = background.find(id);
    try {
      return await lookAt(command, `${id} is stopped.`);
    } finally {
      command.stop();
    }
  });
}

function aboutCommand(
  name: string,
  title: string,
  id: string,
  run: (call: RunningCall) => Promise<RunOutcome>,
): ToolInvocation {
  return { name, kind: 'execute', title, locations: [], rawInput: { id }, run };
}

/** Resolves when it has ended, or when the time is up. Rejects when the signal is aborted; the command keeps running then. */
async function endsWithin({ ended }: BackgroundCommand, ms: number, signal: AbortSignal): Promise<void> {
  const patience = new AbortController();
  const either = AbortSignal.any([signal, patience.signal]);
  const tired = delay(ms, undefined, { signal: either }).catch(() => signal.throwIfAborted());
  await Promise.race([ended, tired]).finally(() => patience.abort());
}

/** `remark` stands in place of whether it still runs. */
async function lookAt(command: BackgroundCommand, remark?: string): Promise<RunOutcome> {
  const { text: fresh, isBroken, exit } = await command.look();
  const text = cleanText(fresh).replace(/\s+$/, '');
  const state = exit === null ? 'still runs' : `has ended: ${describeExit(exit)}`;
  const notes = [
    isBroken ? 'Some output before this is lost.' : '',
    text === '' ? 'No new output.' : '',
    remark ?? `${command.id} (${command.line}) ${state}.`,
  ];
  return {
    ok: true,
    answer: { text, form: 'code', notes },
    content: [textContent([text, ...notes].filter((part) => part !== '').join('\n'))],
  };
}
