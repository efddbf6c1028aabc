/** What a rule does where it fits. */
export type RuleEffect = 'allow' | 'ask' | 'deny';

/** A rule that is in force, as the user sees it. */
export interface RuleInEffect {
  effect: RuleEffect;
  /** As it is written: `shell(git status*)`. */
  rule: string;
  /** Where it comes from: the command line, the environment, whose config.json, or this session. */
  source: string;
  /** The file it is written in, where it is in one. */
  file?: string;
  /** Whether it holds for this session only, and so can be changed here. */
  isOfSession: boolean;
}

/** A rule that was there before the session began. */
export type WrittenRule = Omit<RuleInEffect, 'isOfSession'>;

/** The rules of a session. What is changed here holds for the session; files stay as they are. */
export interface SessionPermissions {
  /** Deny before ask before allow, each in the order they were given. */
  rules(): readonly RuleInEffect[];
  /** Adds a rule for this session. Throws SimseError('usage') for what is no rule. */
  add(effect: RuleEffect, rule: string): void;
  /** Takes away a rule of this session; one from elsewhere stays. */
  remove(effect: RuleEffect, rule: string): void;
  /** Called after the rules changed. Returns the unsubscriber. */
  onChange(listener: () => void): () => void;
}
