import type { PermissionQuestion } from '../../core/gate/gate-request.ts';
import type { SessionState } from '../../core/state/session-state.ts';

/** The tool calls that wait for an answer; of the question in front, which stands alone for its call, the first. */
export function askedCalls({ questions, entries }: SessionState): readonly string[] {
  return questions.map((question) => question.toolCallId ?? editCallOf(question, entries) ?? '');
}

/** The call that shows the same change: an agent that has a file written does not say for which call. */
function editCallOf({ request }: PermissionQuestion, entries: SessionState['entries']): string | undefined {
  if (request.kind !== 'edit') return undefined;
  const { given, real } = request.path;
  const open = entries.openIndexes().map((index) => entries.at(index));
  const entry = open.findLast(
    (candidate) =>
      candidate?.kind === 'tool' &&
      candidate.call.content.some(
        (part) => part.type === 'diff' && (part.path === given || part.path === real),
      ),
  );
  return entry?.kind === 'tool' ? entry.call.id : undefined;
}
