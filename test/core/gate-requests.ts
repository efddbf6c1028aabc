import { decide, type GatePolicy } from '../../src/core/gate/decide.ts';
import type { Claim, GateRequest, ResolvedPath } from '../../src/core/gate/gate-request.ts';
import type { PermissionMode } from '../../src/core/gate/permission-mode.ts';
import { parseRule } from '../../src/core/gate/permission-rule.ts';
import type { ToolChange } from '../../src/core/tool-call.ts';

export interface Rules {
  mode?: PermissionMode;
  allow?: readonly string[];
  ask?: readonly string[];
  deny?: readonly string[];
  rememberedAllow?: readonly string[];
  rememberedDeny?: readonly string[];
  roots?: readonly string[];
}

export function policyOf(rules: Rules): GatePolicy {
  const read = (texts: readonly string[] = []) => texts.map(parseRule);
  return {
    mode: rules.mode ?? 'default',
    allow: read(rules.allow),
    ask: read(rules.ask),
    deny: read(rules.deny),
    remembered: { allow: read(rules.rememberedAllow), deny: read(rules.rememberedDeny) },
    roots: rules.roots ?? ['/w'],
  };
}

export function outcomeOf(request: GateRequest, rules: Rules): 'allow' | 'ask' | 'deny' {
  return decide(request, policyOf(rules)).outcome;
}

type Of<K extends GateRequest['kind']> = Extract<GateRequest, { kind: K }>;

export function at(real: string, given = real): ResolvedPath {
  return { given, real };
}

export function read(real: string, given = real): Of<'read'> {
  return { kind: 'read', path: at(real, given) };
}

export function edit(real: string, given = real): Of<'edit'> {
  return { kind: 'edit', path: at(real, given), diff: { path: given, oldText: 'a', newText: 'b' } };
}

export function run(command: string, cwd = '/w'): GateRequest {
  return { kind: 'shell', command, cwd };
}

export function call(tool: string, args: unknown = {}): GateRequest {
  return { kind: 'tool', tool, args };
}

export function sampling(server: string): GateRequest {
  return { kind: 'sampling', server, prompt: 'Sum it up.' };
}

/** A call of a tool that is not what the user approved. */
export function changedCall(tool: string, kind: ToolChange['kind'] = 'changed'): GateRequest {
  return { kind: 'tool', tool, args: {}, change: { kind, before: 'a', after: 'b', hash: 'b' } };
}

export function claim(fields: Partial<Claim>): Claim {
  return { kind: 'claim', title: 'Do it', toolKind: 'other', paths: [], diffs: [], ...fields };
}

/** A claim to edit some paths, with the diffs that say so. */
export function editClaim(...paths: ResolvedPath[]): Claim {
  const diffs = paths.map(({ given }) => ({ path: given, oldText: 'a', newText: 'b' }));
  return claim({ toolKind: 'edit', paths, diffs });
}

/** Titles show characters that cannot be seen, and no more of a long line than fits. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 70 ? `${text.slice(0, 70)}…` : text).slice(1, -1);
}
