import type { Usage } from './events.ts';
import type { SessionState } from './session-state.ts';
import { formatTokens } from './format-tokens.ts';

/** How full the context is, and what the session has cost; empty where the agent tells neither. */
export function usageText({ usage: { used, size, cost } }: Pick<SessionState, 'usage'>): string {
  const share = used === undefined || !size ? '' : ` (${Math.round((used / size) * 100)}%)`;
  const of = size === undefined ? '' : ` of ${formatTokens(size)}`;
  const context = used === undefined ? '' : `${formatTokens(used)}${of} tokens${share}`;
  return [context, cost === undefined ? '' : costText(cost)].filter((text) => text !== '').join(' · ');
}

/** An amount of money, to the hundredth of a cent where it is less than a cent. */
export function costText({ amount, currency }: NonNullable<Usage['cost']>): string {
  const digits = amount !== 0 && Math.abs(amount) < 0.01 ? 4 : 2;
  return currency === 'USD' ? `$${amount.toFixed(digits)}` : `${amount.toFixed(digits)} ${currency}`;
}
