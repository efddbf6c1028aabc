import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ToolCallContent } from '@agentclientprotocol/sdk';
import type { ResolvedPath } from '../../core/gate-request.ts';
import { writeFileAtomic } from '../../platform/write-atomic.ts';
import { rethrowFileFailure } from '../../tools/file-failure.ts';
import { probeFile } from '../../tools/probe-file.ts';
import { askPermission } from './ask-permission.ts';
import type { RunningCall, ToolContext, ToolSummary } from './tool-invocation.ts';
import { readFileText } from './workspace-access.ts';

/** What a file holds now, null when there is none, and what it shall hold. */
export interface FileChange {
  path: ResolvedPath;
  oldText: string | null;
  newText: string;
}

/** What the file holds, as the client has it; null when there is no such file yet. */
export async function readOldText(
  context: ToolContext,
  call: RunningCall,
  what: ToolSummary,
  path: ResolvedPath,
): Promise<string | null> {
  const probe = await probeFile(path.real).catch(() => null);
  if (probe === null) return null;
  return readFileText(context, call, what, path);
}

/** Shows the change, then makes it: through the client or, for a client without files, after asking. */
export async function changeFile(
  context: ToolContext,
  call: RunningCall,
  what: ToolSummary,
  { path, oldText, newText }: FileChange,
): Promise<ToolCallContent[]> {
  const { client, workspace, seen, changes } = context;
  const content: ToolCallContent[] = [{ type: 'diff', path: path.given, oldText, newText }];
  await call.show(content);
  const before = await changes.keep(oldText);
  if (client.capabilities.fs?.writeTextFile === true) {
    await client.writeTextFile(path.given, newText, call.signal);
  } else {
    await askPermission(context, call, { ...what, content }, `write ${path.real}`);
    await writeToDisk(path.real, newText).catch((error) =>
      rethrowFileFailure(error, workspace.display(path.given)),
    );
  }
  seen.note(path.real, newText);
  changes.note(path.real, before, newText);
  return content;
}

async function writeToDisk(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFileAtomic(path, text);
}
