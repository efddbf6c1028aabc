import { rethrowFileFailure } from '../../tools/file-failure.ts';
import { listDirectory } from '../../tools/list-directory.ts';
import { countOf } from './count-of.ts';
import { textContent, type ToolContext, type ToolInvocation, type ToolSummary } from './tool-invocation.ts';
import { enterPath } from './workspace-access.ts';

/** Lists what lies in a folder. */
export function listFolder(context: ToolContext, input: { path: string }): ToolInvocation {
  const path = context.workspace.resolve(input.path);
  const shown = context.workspace.display(path.given);
  const what: ToolSummary = {
    name: 'list_directory',
    kind: 'read',
    title: `List ${shown}`,
    locations: [{ path: path.given }],
    rawInput: { path: path.given },
  };
  return {
    ...what,
    async run(call) {
      await enterPath(context, call, what, path);
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
