import type { GateRequest, ResolvedPath } from '../../core/gate/gate-request.ts';
import { aroundDiff, lineOfDiff } from '../../core/state/diffs.ts';
import type { SessionEvent } from '../../core/state/events.ts';
import { callKey, type SessionState } from '../../core/state/session-state.ts';
import type { Diff, ToolContent } from '../../core/tool-call.ts';
import { resolvePath } from '../../platform/resolve-path.ts';
import { readSmallText } from '../../tools/read-text.ts';

/** Around a change that somebody is asked about. */
const CONTEXT_LINES = 3;

/** Whether the gate lets this file be read without a question. */
export type MayRead = (path: ResolvedPath) => boolean;

/**
 * Says of what agents show of their changes where in its file it stands, as long as that can be seen; who is asked about one
 * sees the lines around it as well.
 */
export interface DiffPlacer {
  event(event: SessionEvent, mayRead: MayRead): SessionEvent;
  request(request: GateRequest, mayRead: MayRead): GateRequest;
}

export function createDiffPlacer(cwd: string, getState: () => SessionState): DiffPlacer {
  const read = ({ path }: Diff, mayRead: MayRead): string | null => {
    const resolved = resolvePath(path, cwd);
    return mayRead(resolved) ? readSmallText(resolved.real) : null;
  };
  const place = <D extends Diff>(diff: D, mayRead: MayRead): D => {
    const line = lineOfDiff(diff, read(diff, mayRead));
    return line === undefined ? diff : { ...diff, line };
  };
  /** What is asked about has not happened: it is shown in the file as that is now. */
  const surround = (diff: Diff, mayRead: MayRead): Diff => {
    const file = read(diff, mayRead);
    const around = file === null ? diff : aroundDiff(diff, file, CONTEXT_LINES);
    return around === diff ? place(diff, mayRead) : around;
  };
  return {
    event(event, mayRead) {
      if (event.type !== 'tool_call') return event;
      const { call } = event;
      if (call.content?.some(({ type }) => type === 'diff') !== true) return event;
      // Once the change has happened, the old text may be nowhere any more.
      const known = contentOf(getState(), call.id);
      const content = call.content.map((part) =>
        part.type === 'diff' ? (findSame(known, part) ?? place(part, mayRead)) : part,
      );
      return { ...event, call: { ...call, content } };
    },
    request(request, mayRead) {
      if (request.kind === 'edit') return { ...request, diff: surround(request.diff, mayRead) };
      if (request.kind !== 'claim') return request;
      return { ...request, diffs: request.diffs.map((diff) => surround(diff, mayRead)) };
    },
  };
}

function contentOf({ entries }: SessionState, callId: string): readonly ToolContent[] {
  const entry = entries.last(callKey(callId));
  return entry?.kind === 'tool' ? entry.call.content : [];
}

/** The same diff, of which it was known where it stands. */
function findSame(known: readonly ToolContent[], diff: Diff): ToolContent | undefined {
  return known.find(
    (part) =>
      part.type === 'diff' &&
      part.line !== undefined &&
      part.path === diff.path &&
      part.oldText === diff.oldText &&
      part.newText === diff.newText,
  );
}
