import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ToolCallContent } from '@agentclientprotocol/sdk';
import type { ResolvedPath } from '../../core/gate-request.ts';
import { writeFileAtomic } from '../../platform/write-atomic.ts';
import { rethrowFileFailure } from '../../tools/file-failure.ts';
import { probeFile } from '../../tools/probe-file.ts';
import { askPermission } from './ask-permission.ts';
import { countOf } from './count-of.ts';
import type { RunningCall, ToolContext, ToolInvocation, ToolSummary } from './tool-invocation.ts';
import { readFileText } from './workspace-access.ts';

/** Writes a whole file, through the client or, for a client without files, after asking. */
export function writeFile(context: ToolContext, input: { path: string; text: string }): ToolInvocation {
  const path = context.workspace.resolve(input.path);
  const shown = context.workspace.display(path.given);
  const what: ToolSummary = {
    name: 'write_file',
    kind: 'edit',
    title: `Write ${shown}`,
    locations: [{ path: path.given }],
    rawInput: { path: path.given, content: input.text },
  };
  return {
    ...what,
    async run(call) {
      const oldText = await readOldText(context, call, what, path);
      const content: ToolCallContent[] = [{ type: 'diff', path: path.given, oldText, newText: input.text }];
      await call.show(content);
      if (context.client.capabilities.fs?.writeTextFile === true) {
        await context.client.writeTextFile(path.given, input.text, call.signal);
      } else {
        await askPermission(context, call, { ...what, content }, `write ${path.real}`);
        await writeToDisk(path.real, input.text).catch((error) => rethrowFileFailure(error, shown));
      }
      const lines = countOf(input.text.split('\n').length - 1, 'line');
      return {
        ok: true,
        answer: { text: `${oldText === null ? 'Created' : 'Wrote'} ${shown}: ${lines}.`, form: 'markdown' },
        content,
      };
    },
  };
}

/** What the file held, for the diff; null when there is no such file yet. */
async function readOldText(
  context: ToolContext,
  call: RunningCall,
  what: ToolSummary,
  path: ResolvedPath,
): Promise<string | null> {
  const probe = await probeFile(path.real).catch(() => null);
  if (probe === null) return null;
  return readFileText(context, call, what, path);
}

async function writeToDisk(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFileAtomic(path, text);
}
