import { stat } from 'node:fs/promises';
import { isAbsolute, posix } from 'node:path';
import * as z from 'zod';
import { countOf } from '../../core/text/quantities.ts';
import { rethrowFileFailure } from '../../tools/file-failure.ts';
import { findFiles, type SplitGlob, splitGlob } from '../../tools/find-files.ts';
import { unreadableNote } from '../../tools/walk-files.ts';
import { enterPath } from './file-access.ts';
import { defineModelTool, FOLDER_INPUT, type ToolContext, type ToolInvocation, textContent } from './tool.ts';

const MAX_FILES = 300;

/** Finds files by their path. */
export const GLOB = defineModelTool({
  name: 'glob',
  description: `Finds files by their path, as with src/**/*.ts; a pattern without a slash matches in every folder below. Ignored files are left out. Lists at most ${MAX_FILES}.`,
  isReadOnly: true,
  input: z.object({ pattern: z.string().min(1), path: FOLDER_INPUT }),
  prepare: ({ pattern, path }, context) =>
    findByGlob(context, { glob: pattern, limit: MAX_FILES, ...(path === '.' ? {} : { folder: path }) }),
});

/** What is not itself in a glob. */
const SPECIAL = /[\\*?[\]{}()!+@|]/;

interface FindByGlobInput {
  glob: string;
  /** Where a relative glob begins. */
  folder?: string;
  /** How many are listed. */
  limit?: number;
}

/** Finds files by a glob. The name of a folder stands for all that is in it. */
export function findByGlob(context: ToolContext, input: FindByGlobInput): ToolInvocation {
  const { workspace } = context;
  const base = input.folder ?? '.';
  const title = input.folder === undefined ? input.glob : `${input.glob} in ${input.folder}`;
  const start = workspace.resolve(resolve(base, splitGlob(input.glob).folder));
  return {
    name: 'glob',
    kind: 'search',
    title: `Find ${title}`,
    locations: [{ path: start.given }],
    rawInput: { glob: input.glob, path: workspace.resolve(base).given },
    async run(call) {
      const { folder, glob, anyDepth } = await splitNamed(context, base, input.glob);
      const path = workspace.resolve(folder);
      await enterPath(call, path);
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

/** Below the base; a folder or a file that is called like the glob is meant, brackets in its name or not. */
async function splitNamed({ workspace }: ToolContext, base: string, glob: string): Promise<SplitGlob> {
  const named = resolve(base, glob);
  const stats = await stat(workspace.resolve(named).real).catch(() => null);
  if (stats?.isDirectory() === true) return { folder: named, glob: '**', anyDepth: false };
  const split = splitGlob(glob);
  if (stats === null || !SPECIAL.test(glob)) return { ...split, folder: resolve(base, split.folder) };
  return { folder: posix.dirname(named), glob: escapeGlob(posix.basename(named)), anyDepth: false };
}

/** As it was typed: relative to the base, or absolute. */
function resolve(base: string, path: string): string {
  return isAbsolute(path) ? path : posix.join(base, path);
}

function escapeGlob(name: string): string {
  return name.replace(new RegExp(SPECIAL, 'g'), '\\$&');
}
