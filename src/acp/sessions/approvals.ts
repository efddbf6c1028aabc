import { createHash } from 'node:crypto';
import type { Claim, GateRequest, OptionKind } from '../../core/gate/gate-request.ts';
import { isRecord } from '../../core/json.ts';
import type { Diff } from '../../core/tool-call.ts';

/**
 * What the user answered to the agent's own questions. When the agent then has simse do exactly that, the gate need
 * not ask a second time.
 */
export interface Approvals {
  /** Remembers the answer: of a tool that simse runs, also "always" and "never". `before` is what its files held when it was asked. */
  learn(request: GateRequest, answer: OptionKind | undefined, before: FileTexts): void;
  /** Whether exactly this was allowed. An "allow once" counts once. */
  take(request: GateRequest): boolean;
  /** Takes back what was allowed of a tool, since it is another by now. */
  forget(tool: string): void;
  /** Whether this tool was rejected for the session. */
  isRejected(tool: string): boolean;
  /** Forgets what was allowed once. */
  endTurn(): void;
}

/** What files hold, by their real paths: null for one that is not there. What cannot be told is missing. */
export type FileTexts = ReadonlyMap<string, string | null>;

/** `cwd` is where a command runs of which the agent did not say so; resolved. */
export function createApprovals(cwd: string): Approvals {
  const always = new Set<string>();
  const never = new Set<string>();
  /** How often each effect may happen. */
  const once = new Map<string, number>();

  const takeOnce = (request: GateRequest): boolean => {
    const effect = once.size === 0 ? null : effectOf(request);
    const left = effect === null ? 0 : (once.get(effect) ?? 0);
    if (effect === null || left === 0) return false;
    if (left === 1) once.delete(effect);
    else once.set(effect, left - 1);
    return true;
  };

  return {
    learn(request, answer, before) {
      if (answer === 'allow_once' || answer === 'allow_always') {
        for (const effect of effectsShown(request, cwd, before))
          once.set(effect, (once.get(effect) ?? 0) + 1);
      }
      if (request.kind !== 'tool') return;
      if (answer === 'allow_always') always.add(request.tool);
      if (answer === 'reject_always') never.add(request.tool);
    },
    take: (request) => takeOnce(request) || (request.kind === 'tool' && always.has(request.tool)),
    forget: (tool) => void always.delete(tool),
    isRejected: (tool) => never.has(tool),
    endTurn: () => once.clear(),
  };
}

/** All that happens when simse does what is requested, as one text; null for what no question of an agent is about. */
function effectOf(request: GateRequest): string | null {
  switch (request.kind) {
    case 'edit': {
      const { oldText, oldBytes, newText } = request.diff;
      return oldBytes === undefined ? editEffect(request.path.real, oldText, newText) : null;
    }
    case 'shell':
      return runEffect(request.command, request.cwd);
    case 'tool':
      return JSON.stringify(['tool', request.tool, request.args], withSortedKeys);
    case 'read':
    case 'sampling':
    case 'claim':
      return null;
  }
}

/** The effects that a question has shown whole. */
function effectsShown(request: GateRequest, cwd: string, before: FileTexts): string[] {
  if (request.kind !== 'claim') return [effectOf(request) ?? []].flat();
  if (request.command === undefined) return editsShown(request, before);
  // What a command changes it changes itself.
  const where = request.cwd === undefined ? cwd : request.cwd.real;
  return where === null ? [] : [runEffect(request.command, where)];
}

/** All changes of a file together are one effect: from what it held when it was asked to what they make of that. */
function editsShown({ diffs, paths }: Claim, before: FileTexts): string[] {
  const texts = new Map<string, string | null | undefined>();
  for (const diff of diffs) {
    const real = paths.find(({ given }) => given === diff.path)?.real;
    if (real === undefined) continue;
    texts.set(real, applyDiff(texts.has(real) ? texts.get(real) : before.get(real), diff));
  }
  return [...texts].flatMap(([real, after]) => {
    const held = before.get(real);
    return typeof after !== 'string' || held === undefined ? [] : [editEffect(real, held, after)];
  });
}

/** A diff is of the whole file, or of a part that stands in it exactly once. What another would make of it nobody knows. */
function applyDiff(text: string | null | undefined, { oldText, newText }: Diff): string | undefined {
  if (text === undefined) return undefined;
  if (oldText === null || oldText === '') return text === null || text === '' ? newText : undefined;
  const at = text?.indexOf(oldText) ?? -1;
  if (text === null || at < 0 || text.includes(oldText, at + 1)) return undefined;
  return text.slice(0, at) + newText + text.slice(at + oldText.length);
}

/** By fingerprints: whole files are not kept for as long as a turn lasts. */
function editEffect(real: string, before: string | null, after: string): string {
  return JSON.stringify(['edit', real, before === null ? null : fingerprint(before), fingerprint(after)]);
}

/** Some agents ask about a command and then run it behind a `cd` to the directory where it starts anyway. */
function runEffect(command: string, cwd: string): string {
  const going = `cd '${cwd}' && `;
  const isIdle = !cwd.includes("'") && command.startsWith(going);
  return JSON.stringify(['shell', isIdle ? command.slice(going.length) : command, cwd]);
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Two objects with the same content are the same arguments. */
function withSortedKeys(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
