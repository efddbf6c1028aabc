import type { KeptScope } from '../gate/gate-request.ts';
import type { RuleEffect } from '../gate/permission-rule.ts';

/** What `RuleInEffect.source` calls these files. */
export const KEPT_SOURCES: Readonly<Record<KeptScope, string>> = {
  project: 'project config',
  user: 'your config',
};

/** A rule that is in force, as the user sees it. */
export interface RuleInEffect {
  effect: RuleEffect;
  /** As it is written: `shell(git status*)`. */
  rule: string;
  /** Where it comes from: the command line, the environment, whose config.json, or this session. */
  source: string;
  /** The file it is written in, where it is in one. */
  file?: string;
  /** Whose config.json that file is: there `drop` takes it away. */
  keptIn?: KeptScope;
  /** Whether it holds for this session only, and `remove` takes it away. */
  isOfSession: boolean;
}

/** A rule that was there before the session began. */
export type WrittenRule = Omit<RuleInEffect, 'isOfSession'>;

/** The rules of a session: for it alone, or kept in a config.json. */
export interface SessionPermissions {
  /** Deny before ask before allow, each in the order they were given. */
  rules(): readonly RuleInEffect[];
  /** Adds a rule for this session. Throws SimseError('usage') for what is no rule. */
  add(effect: RuleEffect, rule: string): void;
  /** Takes away a rule of this session; one from elsewhere stays. */
  remove(effect: RuleEffect, rule: string): void;
  /** The file in which a rule is kept, for telling before it is written. */
  fileOf(scope: KeptScope): string;
  /**
   * Writes a rule into that file, whose name it resolves with; from then on it is in force. Rejects with SimseError
   * ('usage', 'config' or 'store_failed'), and then nothing has changed.
   */
  keep(effect: RuleEffect, rule: string, scope: KeptScope): Promise<string>;
  /** Takes a rule out of that file and out of force; as `keep`. */
  drop(effect: RuleEffect, rule: string, scope: KeptScope): Promise<string>;
  /** Called after the rules changed. Returns the unsubscriber. */
  onChange(listener: () => void): () => void;
}

/** What is typed to change rules: `allow --project shell(git status*)`. Without a scope it is about the session. */
export interface TypedRule {
  word: string;
  scope: KeptScope | undefined;
  rule: string;
}

export function readTypedRule(text: string): TypedRule {
  const [, word = '', scope, rule = ''] =
    /^\s*(\S*)\s*(?:--(project|user)(?=\s|$)\s*)?([\s\S]*?)\s*$/.exec(text) ?? [];
  return { word, scope: scope === 'project' || scope === 'user' ? scope : undefined, rule };
}
