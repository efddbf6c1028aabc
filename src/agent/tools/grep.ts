import { stat } from 'node:fs/promises';
import { posix } from 'node:path';
import type { ResolvedPath } from '../../core/gate-request.ts';
import { rethrowFileFailure } from '../../tools/file-failure.ts';
import { type SearchResult, searchFiles, searchOneText } from '../../tools/search-files.ts';
import { compilePattern } from '../../tools/text-pattern.ts';
import { countOf, unreadableNote } from './count-of.ts';
import {
  type RunningCall,
  textContent,
  type ToolContext,
  type ToolInvocation,
  type ToolSummary,
} from './tool-invocation.ts';
import { enterPath, readFileText } from './workspace-access.ts';

/** Searches the contents of the files under a folder, or of one file. */
export function grep(context: ToolContext, input: { pattern: string; path: string }): ToolInvocation {
  const path = context.workspace.resolve(input.path);
  const { regex, note } = compilePattern(input.pattern);
  const what: ToolSummary = {
    name: 'grep',
    kind: 'search',
    title: `Search ${JSON.stringify(input.pattern)}${input.path === '.' ? '' : ` in ${input.path}`}`,
    locations: [{ path: path.given }],
    rawInput: { pattern: input.pattern, path: path.given },
  };
  return {
    ...what,
    async run(call) {
      const found = await search(context, call, what, path, regex);
      const lines = found.matches.map(
        (match) => `${posix.join(input.path, match.path)}:${match.line}: ${match.text}`,
      );
      const total = lines.length + found.more;
      const summary = `${countOf(total, 'matching line')} in ${countOf(found.files, 'file')}`;
      const notes = [total === 0 ? `Nothing matches ${input.pattern}.` : '', note ?? '', ...omissions(found)];
      return {
        ok: true,
        answer: { text: lines.join('\n'), form: 'code', notes },
        content: [textContent(summary)],
      };
    },
  };
}

async function search(
  context: ToolContext,
  call: RunningCall,
  what: ToolSummary,
  path: ResolvedPath,
  regex: RegExp,
): Promise<SearchResult> {
  const shown = context.workspace.display(path.given);
  const stats = await stat(path.real).catch((error) => rethrowFileFailure(error, shown));
  if (!stats.isDirectory()) return searchOneText(await readFileText(context, call, what, path), regex);
  await enterPath(context, call, what, path);
  return searchFiles({
    folder: path.real,
    regex,
    signal: call.signal,
    readText: (file) => readFileText(context, call, what, { given: file, real: file }),
  });
}

function omissions({ more, refused, tooLarge, unreadable }: SearchResult): string[] {
  return [
    more > 0 ? `${countOf(more, 'more matching line')}.` : '',
    refused > 0 ? `${countOf(refused, 'file')} could not be read.` : '',
    tooLarge > 0 ? `${countOf(tooLarge, 'file')} over 1 MB left out.` : '',
    unreadableNote(unreadable),
  ];
}
