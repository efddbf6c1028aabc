import type { SessionEvent } from '../../core/events.ts';
import type { GateRequest, ResolvedPath } from '../../core/gate-request.ts';
import { lineOfDiff } from '../../core/line-of-diff.ts';
import { callKey, type SessionState } from '../../core/session-state.ts';
import type { Diff, ToolContent } from '../../core/tool-call.ts';
import { resolvePath } from '../../platform/resolve-path.ts';
import { readSmallText } from '../../tools/read-small-text.ts';

interface Places {
  cwd: string;
  getState(): SessionState;
  /** Whether the gate lets this file be read without a question. */
  mayRead(path: ResolvedPath): boolean;
}

/** Says of what agents show of their changes where in its file it stands, as long as that can be seen. */
export interface DiffPlacer {
  event(event: SessionEvent): SessionEvent;
  request(request: GateRequest): GateRequest;
}

export function createDiffPlacer({ cwd, getState, mayRead }: Places): DiffPlacer {
  const place = <D extends Diff>(diff: D): D => {
    const path = resolvePath(diff.path, cwd);
    const line = lineOfDiff(diff, mayRead(path) ? readSmallText(path.real) : null);
    return line === undefined ? diff : { ...diff, line };
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
      if (request.kind === 'edit') return { ...request, diff: place(request.diff) };
      return request.kind === 'claim' ? { ...request, diffs: request.diffs.map(place) } : request;
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
