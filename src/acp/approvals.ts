import { isDeepStrictEqual } from 'node:util';
import type { GateRequest, OptionKind } from '../core/gate-request.ts';
import type { Diff } from '../core/tool-call.ts';
import { recordOf, textOf } from '../core/read-fields.ts';

/**
 * What the user answered to the backend's own questions. When the backend then has simse do exactly that, the gate need
 * not ask a second time.
 */
export interface Approvals {
  /** Remembers the answer: of a tool that simse runs, also "always" and "never". */
  learn(request: GateRequest, answer: OptionKind | undefined): void;
  /** Whether exactly this was allowed. An "allow once" counts once. */
  take(request: GateRequest): boolean;
  /** Takes back what was allowed of a tool, since it is another by now. */
  forget(tool: string): void;
  /** Whether this tool was rejected for the session. */
  isRejected(tool: string): boolean;
  /** Forgets what was allowed once. */
  endTurn(): void;
}

type Grant = (request: GateRequest) => boolean;

/** `cwd` is where a command runs of which the backend did not say so. */
export function createApprovals(cwd: string): Approvals {
  const always = new Set<string>();
  const never = new Set<string>();
  let once: Grant[] = [];

  return {
    learn(request, answer) {
      if (answer === 'allow_once' || answer === 'allow_always') once.push(...grantsOf(request, cwd));
      if (request.kind !== 'tool') return;
      if (answer === 'allow_always') always.add(request.tool);
      if (answer === 'reject_always') never.add(request.tool);
    },
    take(request) {
      const index = once.findIndex((covers) => covers(request));
      if (index >= 0) once.splice(index, 1);
      return index >= 0 || (request.kind === 'tool' && always.has(request.tool));
    },
    forget: (tool) => void always.delete(tool),
    isRejected: (tool) => never.has(tool),
    endTurn() {
      once = [];
    },
  };
}

function grantsOf(granted: GateRequest, cwd: string): Grant[] {
  if (granted.kind === 'tool') {
    const { tool, args } = granted;
    return [(later) => later.kind === 'tool' && later.tool === tool && isDeepStrictEqual(later.args, args)];
  }
  if (granted.kind !== 'claim') return [];
  const { command, diffs, paths, input } = granted;
  const edits = diffs.map((shown): Grant => {
    const real = paths.find(({ given }) => given === shown.path)?.real;
    return (later) => later.kind === 'edit' && later.path.real === real && isSameChange(shown, later.diff);
  });
  const where = textOf(recordOf(input)['cwd']) ?? cwd;
  const runs: Grant = (later) => later.kind === 'shell' && later.command === command && later.cwd === where;
  return command === undefined ? edits : [...edits, runs];
}

/** The diff that was shown may be of the whole file, or of the part that changes. */
function isSameChange(shown: Diff, written: Diff): boolean {
  if (shown.newText === written.newText) return true;
  if (!shown.oldText || written.oldText === null) return false;
  const parts = written.oldText.split(shown.oldText);
  return parts.length === 2 && parts.join(shown.newText) === written.newText;
}
