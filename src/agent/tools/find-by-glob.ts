import { stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { rethrowFileFailure } from '../../tools/file-failure.ts';
import { findFiles } from '../../tools/find-files.ts';
import { type SplitGlob, splitGlob } from '../../tools/split-glob.ts';
import { countOf, unreadableNote } from './count-of.ts';
import { textContent, type ToolContext, type ToolInvocation, type ToolSummary } from './tool-invocation.ts';
import { enterPath } from './workspace-access.ts';

export interface FindByGlobInput {
  glob: string;
  /** How many are listed. */
  limit?: number;
}

/** Finds files by a glob. The name of a folder stands for all that is in it. */
export function findByGlob(context: ToolContext, input: FindByGlobInput): ToolInvocation {
  const { workspace } = context;
  const split = splitGlob(input.glob);
  const start = workspace.resolve(split.folder);
  const what: ToolSummary = {
    name: 'find_files',
    kind: 'search',
    title: `Find ${input.glob}`,
    locations: [{ path: start.given }],
    rawInput: { glob: input.glob, path: workspace.cwd },
  };
  return {
    ...what,
    async run(call) {
      const { folder, glob, anyDepth } = await widenFolder(context, input.glob, split);
      const path = workspace.resolve(folder);
      await enterPath(context, call, what, path);
      const { signal } = call;
      const limit = input.limit === undefined ? {} : { limit: input.limit };
      const found = await findFiles({ ...limit, folder: path.real, glob, anyDepth, signal }).catch((error) =>
        rethrowFileFailure(error, workspace.display(path.given)),
      );
      const total = found.files.length + found.more;
      const notes = [
        total === 0 ? `No file matches ${input.glob}.` : '',
        found.more > 0 ? `${countOf(found.more, 'more file')}.` : '',
        unreadableNote(found.unreadable),
      ];
      const files = found.files.map((file) => posix.join(folder, file));
      return {
        ok: true,
        answer: { text: files.join('\n'), form: 'code', notes },
        content: [textContent(countOf(total, 'file'))],
      };
    },
  };
}

async function widenFolder({ workspace }: ToolContext, glob: string, split: SplitGlob): Promise<SplitGlob> {
  const stats = await stat(workspace.resolve(glob).real).catch(() => null);
  return stats?.isDirectory() === true ? { folder: glob, glob: '**', anyDepth: false } : split;
}
