import type { Dirent } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { countOf } from '../../core/text/quantities.ts';
import { rethrowFileFailure } from '../../tools/file-failure.ts';
import { enterPath } from './file-access.ts';
import { defineModelTool, PATH_INPUT, type ToolContext, type ToolInvocation, textContent } from './tool.ts';

/** Lists a folder. */
export const LIST_DIRECTORY = defineModelTool({
  name: 'list_directory',
  description:
    'Lists what lies directly in a folder, hidden and ignored files as well. To find files below it use glob.',
  isReadOnly: true,
  input: z.object({ path: PATH_INPUT.default('.') }),
  prepare: (input, context) => listFolder(context, input),
});

export const MAX_LISTED_ENTRIES = 1000;

interface DirectoryListing {
  /** Folders first, each group by name: `src/`, `README.md`, `latest -> v2`. */
  lines: string[];
  /** How many more entries there are than lines. */
  more: number;
}

/** Everything that lies directly in a folder, at most MAX_LISTED_ENTRIES of it. Throws what `readdir` throws. */
export async function listDirectory(folder: string): Promise<DirectoryListing> {
  const entries = await readdir(folder, { withFileTypes: true });
  const listed = entries.toSorted(foldersFirst).slice(0, MAX_LISTED_ENTRIES);
  const lines = await Promise.all(listed.map((entry) => describeEntry(folder, entry)));
  return { lines, more: entries.length - lines.length };
}

function foldersFirst(a: Dirent, b: Dirent): number {
  if (a.isDirectory() !== b.isDirectory()) return a.isDirectory() ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}

async function describeEntry(folder: string, entry: Dirent): Promise<string> {
  if (entry.isDirectory()) return `${entry.name}/`;
  if (!entry.isSymbolicLink()) return entry.name;
  const target = await readlink(join(folder, entry.name)).catch(() => '?');
  return `${entry.name} -> ${target}`;
}

/** Lists what lies in a folder. */
export function listFolder(context: ToolContext, input: { path: string }): ToolInvocation {
  const path = context.workspace.resolve(input.path);
  const shown = context.workspace.display(path.given);
  return {
    name: 'list_directory',
    kind: 'read',
    title: `List ${shown}`,
    locations: [{ path: path.given }],
    rawInput: { path: path.given },
    async run(call) {
      await enterPath(call, path);
      const { lines, more } = await listDirectory(path.real).catch((error) =>
        rethrowFileFailure(error, shown),
      );
      const notes = more > 0 ? [`${countOf(more, 'more entry', 'more entries')}.`] : [];
      return {
        ok: true,
        answer: {
          text: lines.join('\n'),
          form: 'code',
          notes: lines.length === 0 ? ['The folder is empty.'] : notes,
        },
        content: [textContent(countOf(lines.length + more, 'entry', 'entries'))],
      };
    },
  };
}
