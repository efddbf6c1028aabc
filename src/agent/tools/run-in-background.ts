import { setTimeout as delay } from 'node:timers/promises';
import { cleanText } from '../../core/text/clean-text.ts';
import { type BackgroundCommand, describeExit } from '../background/background-commands.ts';
import { openTerminal, shellSummary } from './run-shell.ts';
import {
  type RunningCall,
  textContent,
  type ToolContext,
  type ToolInvocation,
  type ToolOutcome,
} from './tool-invocation.ts';

/** What cannot start mostly says so at once, and then the model should not have to ask. */
const FIRST_LOOK_MS = 500;
/** By which simse, as the client, knows that the command outlives a turn that is cancelled. */
const BACKGROUND = { 'simse/background': true };

/** Begins a command that goes on beside the conversation. */
export function runInBackground(context: ToolContext, line: string): ToolInvocation {
  const { background, changes, workspace } = context;
  const summary = shellSummary(workspace, line);
  return {
    ...summary,
    title: `${line} (in the background)`,
    async run(call) {
      background.requireRoom();
      changes.noteCommand();
      const terminal = await openTerminal(context, call, line, { _meta: BACKGROUND });
      const command = background.add(line, terminal);
      await endsWithin(command, FIRST_LOOK_MS, call.signal);
      const seen = await glance(command);
      return command.content.length === 0
        ? seen
        : { ...seen, content: command.content, replayed: seen.content };
    },
  };
}

/** What a background command has written since the last look, and whether it still runs; waits so long for its end. */
export function lookAtCommand({ background }: ToolContext, id: string, waitMs: number): ToolInvocation {
  return aboutCommand('shell_output', `Look at ${id}`, id, async ({ signal }) => {
    const command = background.find(id);
    await endsWithin(command, waitMs, signal);
    return glance(command);
  });
}

/** Ends a background command. */
export function stopCommand({ background }: ToolContext, id: string): ToolInvocation {
  return aboutCommand('shell_stop', `Stop ${id}`, id, async () => {
    const command = background.find(id);
    try {
      return await glance(command, `${id} is stopped.`);
    } finally {
      command.stop();
    }
  });
}

function aboutCommand(
  name: string,
  title: string,
  id: string,
  run: (call: RunningCall) => Promise<ToolOutcome>,
): ToolInvocation {
  return { name, kind: 'execute', title, locations: [], rawInput: { id }, run };
}

/** Resolves when it has ended, or when the time is up. Rejects when the signal is aborted; the command goes on then. */
async function endsWithin({ ended }: BackgroundCommand, ms: number, signal: AbortSignal): Promise<void> {
  const patience = new AbortController();
  const either = AbortSignal.any([signal, patience.signal]);
  const tired = delay(ms, undefined, { signal: either }).catch(() => signal.throwIfAborted());
  await Promise.race([ended, tired]).finally(() => patience.abort());
}

/** `remark` stands in place of whether it still runs. */
async function glance(command: BackgroundCommand, remark?: string): Promise<ToolOutcome> {
  const { text: fresh, isBroken, exit } = await command.look();
  const text = cleanText(fresh).replace(/\s+$/, '');
  const state = exit === null ? 'still runs' : `has ended: ${describeExit(exit)}`;
  const notes = [
    isBroken ? 'Some output before this is lost.' : '',
    text === '' ? 'It wrote nothing new.' : '',
    remark ?? `${command.id} (${command.line}) ${state}.`,
  ];
  return {
    ok: true,
    answer: { text, form: 'code', notes },
    content: [textContent([text, ...notes].filter((part) => part !== '').join('\n'))],
  };
}
