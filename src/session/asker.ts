import { describeRequest, suggestRules } from '../core/describe-request.ts';
import type { GateRequest, QuestionOption } from '../core/gate-request.ts';
import { isAllowedBy } from '../core/match-rule.ts';
import { type PermissionRule, parseRule } from '../core/permission-rule.ts';
import type { AskContext } from '../core/ports.ts';
import type { QuestionDesk } from './question-desk.ts';

export interface Asker {
  /** Asks with the agent's options, or with simse's own four. undefined when the question was cancelled. */
  ask(
    request: GateRequest,
    choices: readonly QuestionOption[] | 'own',
    context: AskContext,
  ): Promise<QuestionOption | undefined>;
  /** Drops what was allowed for the session and would allow this. */
  forget(request: GateRequest): void;
  /** What the user answered "for this session" to simse's own questions. */
  readonly remembered: { allow: readonly PermissionRule[]; deny: readonly PermissionRule[] };
}

const OWN_OPTIONS: readonly QuestionOption[] = [
  { id: 'allow_once', label: 'Allow once', kind: 'allow_once' },
  { id: 'allow_always', label: 'Allow for this session', kind: 'allow_always' },
  { id: 'reject_once', label: 'Reject', kind: 'reject_once' },
  { id: 'reject_always', label: 'Reject for this session', kind: 'reject_always' },
];

/** Puts questions to the user and remembers for the session what was answered so. */
export function createAsker(desk: QuestionDesk, roots: readonly string[]): Asker {
  let allow: readonly PermissionRule[] = [];
  const deny: PermissionRule[] = [];
  return {
    get remembered() {
      return { allow, deny };
    },
    forget(request) {
      allow = allow.filter((rule) => !isAllowedBy(rule, request, roots));
    },
    async ask(request, choices, context) {
      // An agent remembers its own "always"; only simse's own questions make rules.
      const rules = choices === 'own' ? suggestRules(request, roots) : [];
      const options = choices === 'own' ? ownOptions(rules.length) : choices;
      const { askedBy, toolCallId, signal } = context;
      const answer = await desk.ask(
        {
          askedBy,
          request,
          title: describeRequest(request, roots),
          options: [...options],
          ...(toolCallId === undefined ? {} : { toolCallId }),
          ...(rules.length === 0 ? {} : { rememberRule: rules.join(' and ') }),
        },
        signal,
      );
      if (answer.outcome === 'cancelled') return undefined;
      const chosen = options.find((option) => option.id === answer.optionId);
      if (chosen?.kind === 'allow_always') allow = [...allow, ...rules.map(parseRule)];
      if (chosen?.kind === 'reject_always') deny.push(...rules.map(parseRule));
      return chosen;
    },
  };
}

/** What no rule covers cannot be remembered, and the rejection of several commands in one says nothing about each. */
function ownOptions(rules: number): readonly QuestionOption[] {
  return OWN_OPTIONS.filter(({ kind }) => {
    if (kind === 'allow_always') return rules > 0;
    return kind !== 'reject_always' || rules === 1;
  });
}
