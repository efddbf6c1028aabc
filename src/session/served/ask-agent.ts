import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { SimseError } from '../../core/errors.ts';
import type { OwnTool } from '../../core/ports/own-tool.ts';
import type { ToolResult } from '../../core/ports/catalogue.ts';
import { isInside } from '../../core/gate/workspace-path.ts';
import { resolvePath } from '../../platform/resolve-path.ts';
import type { AppContext } from '../app-context.ts';
import { limitConcurrency } from '../../core/limit-concurrency.ts';
import { askBackend } from './ask-backend.ts';
import { defineTool, jsonSchema } from '../own-tools/define-tool.ts';

/** How many agents may work for clients at the same time; the next wait. */
const MAX_AT_ONCE = 4;
const MAX_PROMPT_CHARS = 500_000;

const output = z.object({
  backend: z.string(),
  stopReason: z.string(),
  sessionId: z.string().describe('session_read shows all that was said and done'),
  toolCalls: z.array(z.object({ title: z.string(), status: z.string() })),
  denied: z.array(z.string()).describe('What the agent was not allowed to do, and what would allow it'),
});

export interface AskAgentOptions {
  app: AppContext;
  /** The folders that agents may be asked in, resolved; the first where a call names none. */
  roots: readonly string[];
  /** The names that `backend` may have. */
  backends: readonly string[];
}

/** The tool, and what ends every agent that works for it. */
export interface AskAgent extends AsyncDisposable {
  tool: OwnTool;
}

/** The tool by which a client has another agent work for it. Whoever may call it may have code run. */
export function createAskAgent({ app, roots, backends }: AskAgentOptions): AskAgent {
  const limit = limitConcurrency(MAX_AT_ONCE);
  const closing = new AbortController();
  const running = new Set<Promise<ToolResult>>();
  const input = inputSchema(roots, backends);

  const tool = defineTool(
    input,
    async ({ prompt, backend, cwd }, context) => {
      const dir = workingDirectory(roots, cwd);
      const signal = AbortSignal.any([context.signal, app.signal, closing.signal]);
      using _slot = await limit.enter(signal);
      const asked = askBackend(appFor(app, { dir, roots, backend, signal }), prompt, context);
      running.add(asked);
      try {
        return await asked;
      } finally {
        running.delete(asked);
      }
    },
    {
      name: 'ask_agent',
      title: 'Ask another agent',
      description:
        "Has one of the user's coding agents work on a prompt in a directory, and returns what it says in the end. It sees nothing of this conversation, so the prompt has to say all that it needs. It works under the user's permission rules; what these do not allow is asked of the user where that is possible, and denied otherwise.",
      outputSchema: jsonSchema(output, 'output'),
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    },
  );
  return {
    tool,
    async [Symbol.asyncDispose]() {
      closing.abort(new SimseError('cancelled', 'simse is ending'));
      await Promise.allSettled(running);
    },
  };
}

function inputSchema(roots: readonly string[], backends: readonly string[]) {
  return z.object({
    prompt: z.string().min(1).max(MAX_PROMPT_CHARS),
    backend: z
      .string()
      .optional()
      .describe(`The agent: ${backends.join(', ')}. Without it the user's default`),
    cwd: z
      .string()
      .optional()
      .describe(`The directory to work in: ${roots.join(', ')} or one below. Without it the first`),
  });
}

/** Throws SimseError('denied') for a directory that the server was not started for. */
function workingDirectory(roots: readonly string[], asked: string | undefined): string {
  const [first = '.'] = roots;
  if (asked === undefined) return first;
  const { real } = resolvePath(asked, resolve(first));
  if (!isInside(roots, real))
    throw new SimseError('denied', `${asked} is not in a directory that this server was started for.`, {
      hint: `It was started for ${roots.join(', ')}; simse mcp serve --add-dir <directory> adds another.`,
    });
  if (statSync(real, { throwIfNoEntry: false })?.isDirectory() === true) return real;
  throw new SimseError('usage', `${asked} is not a directory.`);
}

interface Asked {
  dir: string;
  roots: readonly string[];
  backend: string | undefined;
  signal: AbortSignal;
}

/** The server's own flags, for a session in that directory; who asks for another backend also leaves the model to it. */
function appFor(app: AppContext, { dir, roots, backend, signal }: Asked): AppContext {
  const { resume: _resume, agent, model, agentCommand, mcpConfig, ...flags } = app.flags;
  const chosen =
    backend === undefined
      ? {
          ...(agent === undefined ? {} : { agent }),
          ...(model === undefined ? {} : { model }),
          ...(agentCommand === undefined ? {} : { agentCommand }),
        }
      : { agent: backend };
  return {
    ...app,
    cwd: dir,
    signal,
    flags: {
      ...flags,
      ...chosen,
      fork: false,
      addDir: roots.filter((root) => root !== dir),
      ...(mcpConfig === undefined ? {} : { mcpConfig: resolve(app.cwd, mcpConfig) }),
    },
  };
}
