import type { ToolChange } from '../../core/tool-call.ts';
import type { Definitions } from './tool-definition.ts';

const NOT_KEPT = 'The definition that was approved was too long to be kept.\n';
const MAX_NAMED = 5;

/** What is not as it was pinned. A tool that is gone is no change, and none when it comes back as it was. */
export function compareTools(pinned: Definitions, offered: Definitions): Map<string, ToolChange> {
  const changes = new Map<string, ToolChange>();
  for (const { name, hash, text } of offered.values()) {
    const before = pinned.get(name);
    if (before === undefined) changes.set(name, { kind: 'new', before: '', after: text, hash });
    else if (before.hash !== hash)
      changes.set(name, { kind: 'changed', before: before.text || NOT_KEPT, after: text, hash });
  }
  return changes;
}

/** What the user should know of changes, one line each kind, without the server's name. */
export function describeChanges(changes: ReadonlyMap<string, ToolChange>): string[] {
  const named = (kind: ToolChange['kind']): string[] =>
    [...changes].filter(([, change]) => change.kind === kind).map(([name]) => name);
  const lines = [
    { names: named('changed'), what: 'tools have changed since they were approved' },
    { names: named('new'), what: 'tools are new since its tools were approved' },
  ];
  return lines
    .filter(({ names }) => names.length > 0)
    .map(({ names, what }) => `${what}: ${listNames(names)} (simse mcp pins shows how)`);
}

function listNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
