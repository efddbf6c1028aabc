import { escapePattern } from './permission-rule.ts';
import { scanShellLine } from './scan-shell.ts';

/**
 * Patterns that may be suggested for a command that begins as they do. Whatever follows, such a command only looks at the
 * workspace or runs what the project itself calls its tests and checks. Nothing belongs here that writes, sends, publishes, shows
 * what files beyond the workspace hold or runs its operands.
 */
const KNOWN: readonly string[] = (
  'npm test*|npm run test *|npm run lint *|npm run build *|npm run check *|npm run typecheck *|pnpm test *|pnpm run test *|' +
  'pnpm run lint *|pnpm run build *|yarn test *|yarn run test *|yarn lint *|yarn build *|bun run test *|cargo test *|' +
  'cargo check *|cargo build *|cargo clippy *|go test *|go vet *|git status*|git diff *|git log *|git show *|ls *|pwd'
).split('|');

/**
 * The pattern that a rule for this simple command should have: one that fits commands like it where that is known to be
 * harmless, else the command to the letter.
 */
export function suggestPattern(command: string): string {
  const exact = escapePattern(command);
  const { commands, opaque, redirects } = scanShellLine(command);
  if (opaque || redirects || commands.length !== 1) return exact;
  return KNOWN.find((pattern) => beginsAs(pattern, command)) ?? exact;
}

/** Whether a command has the pattern's words, whole and written out, and then none or more of its own. */
function beginsAs(pattern: string, command: string): boolean {
  const words = pattern.replace(/ ?\*$/, '');
  return command === words || command.startsWith(`${words} `);
}
