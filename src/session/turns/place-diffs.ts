import type { SessionEvent } from '../../core/state/events.ts';
import type { GateRequest, ResolvedPath } from '../../core/gate/gate-request.ts';
import type { Diff, ToolContent } from '../../core/tool-call.ts';
import { aroundDiff, lineOfDiff } from '../../core/state/diffs.ts';
import { callKey, type SessionState } from '../../core/state/session-state.ts';
import { resolvePath } from '../../platform/resolve-path.ts';
import { readSmallText } from '../../tools/read-text.ts';

/** Around a change that somebody is asked about. */
const CONTEXT_LINES = 3;

interface Places {
  cwd: string;
  getState(): SessionState;
  /** Whether the gate lets this file be read without a question. */
  mayRead(path: ResolvedPath): boolean;
}

/**
 * Says of what agents show of their changes where in its file it stands, as long as that can be seen; who is asked about one
 * sees the lines around it as well.
 */
export interface DiffPlacer {
  event(event: SessionEvent): SessionEvent;
  request(request: GateRequest): GateRequest;
}

export function createDiffPlacer({ cwd, getState, mayRead }: Places): DiffPlacer {
  const read = ({ path }: Diff): string | null => {
    const resolved = resolvePath(path, cwd);
    return mayRead(resolved) ? readSmallText(resolved.real) : null;
  };
  const place = <D extends Diff>(diff: D): D => {
    const line = lineOfDiff(diff, read(diff));
    return line === undefined ? diff : { ...diff, line };
  };
  /** What is asked about has not happened: it is shown in the file as that is now. */
  const surround = (diff: Diff): Diff => {
    const file = read(diff);
    const around = file === null ? diff : aroundDiff(diff, file, CONTEXT_LINES);
    return around === diff ? place(diff) : around;
  };
  return {
    event(event) {
      if (event.type !== 'tool_call') return event;
      const { call } = event;
      if (call.content?.some(({ type }) => type === 'diff') !== true) return event;
      // Once the change has happened, the old text may be nowhere any more.
      const known = contentOf(getState(), call.id);
      const content = call.content.map((part) =>
        part.type === 'diff' ? (findSame(known, part) ?? place(part)) : part,
      );
      return { ...event, call: { ...call, content } };
    },
    request(request) {
      if (request.kind === 'edit') return { ...request, diff: surround(request.diff) };
      return request.kind === 'claim' ? { ...request, diffs: request.diffs.map(surround) } : request;
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
