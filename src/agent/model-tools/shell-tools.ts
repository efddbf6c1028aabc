import * as z from 'zod';
import { lookAtCommand, runInBackground, stopCommand } from '../tools/run-in-background.ts';
import { runShell } from '../tools/run-shell.ts';
import { defineModelTool } from './define-model-tool.ts';
import type { ModelTool } from './model-tool.ts';

const DEFAULT_TIMEOUT_MS = 2 * 60_000;
const MAX_WAIT_MS = 2 * 60_000;
const MAX_TIMEOUT_MS = 10 * 60_000;

const id = z.string().min(1).describe('as shell has told it, such as bg_1');

/** The tools for commands. */
export const SHELL_TOOLS: readonly ModelTool[] = [
  defineModelTool({
    name: 'shell',
    description:
      'Runs a command line in the working directory, without input, and answers with what it printed and its exit code. For builds, tests, git and other programs; read, search and change files with the tools for that. With background: true for servers and watchers: it goes on while you work, you are told when it ends, and shell_output and shell_stop take its id.',
    isReadOnly: false,
    input: z.object({
      command: z.string().min(1),
      timeout_ms: z
        .int()
        .min(1)
        .max(MAX_TIMEOUT_MS)
        .default(DEFAULT_TIMEOUT_MS)
        .describe('when to stop it, in milliseconds; nothing stops it in the background'),
      background: z.boolean().default(false),
    }),
    prepare: ({ command, timeout_ms: timeoutMs, background }, context) =>
      background ? runInBackground(context, command) : runShell(context, { line: command, timeoutMs }),
  }),
  defineModelTool({
    name: 'shell_output',
    description:
      'What a command in the background has written since the last look, and whether it still runs. With wait_ms to wait for its end rather than to ask again and again.',
    isReadOnly: true,
    mayRepeat: true,
    input: z.object({
      id,
      wait_ms: z.int().min(0).max(MAX_WAIT_MS).default(0).describe('how long to wait for its end, at most'),
    }),
    prepare: ({ id: command, wait_ms: waitMs }, context) => lookAtCommand(context, command, waitMs),
  }),
  defineModelTool({
    name: 'shell_stop',
    description: 'Ends a command in the background, with all that it started.',
    isReadOnly: false,
    input: z.object({ id }),
    prepare: (input, context) => stopCommand(context, input.id),
  }),
];
