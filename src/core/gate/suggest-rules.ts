import type { GateRequest, ResolvedPath } from './gate-request.ts';
import { fileToolOf, isAllowedBy } from './match-rule.ts';
import { asOneRule, escapePattern, parseRule } from './permission-rule.ts';
import { partsOf } from './request-parts.ts';
import { scanShellLine } from './scan-shell.ts';
import { displayPath, withForwardSlashes } from './workspace-path.ts';

/**
 * The narrowest rules that together would allow a request; empty where none can, as for a claim without structured
 * input. They are what "reject for this session" remembers and what a denial without a terminal names.
 */
export function suggestRules(request: GateRequest, roots: readonly string[]): string[] {
  return rulesFor(request, roots, escapePattern);
}

/** As `suggestRules`, but for commands like these as well where that is known to be harmless: what an "always" allows. */
export function suggestLastingRules(request: GateRequest, roots: readonly string[]): string[] {
  // Of a command that is not shown only the rule for all commands would do: nobody wants that by one key.
  const isHidden =
    request.kind === 'claim' && request.toolKind === 'execute' && request.command === undefined;
  return isHidden ? [] : rulesFor(request, roots, suggestPattern);
}

type ToPattern = (command: string) => string;

function rulesFor(request: GateRequest, roots: readonly string[], toPattern: ToPattern): string[] {
  const suggested = new Set<string>();
  for (const part of partsOf(request, roots)) {
    const suggestion = suggestRule(part, roots, toPattern);
    const rule = suggestion === null ? null : asOneRule(suggestion);
    if (rule === null || !isAllowedBy(parseRule(rule), part, roots)) return [];
    suggested.add(rule);
  }
  return [...suggested];
}

function suggestRule(part: GateRequest, roots: readonly string[], toPattern: ToPattern): string | null {
  switch (part.kind) {
    case 'read':
      return pathRule('read_file', part.path, roots);
    case 'edit':
      return pathRule('write_file', part.path, roots);
    case 'shell':
      return shellRule(part.command, toPattern);
    case 'tool':
      return /[\s()]/.test(part.tool) ? null : escapePattern(part.tool);
    case 'sampling':
      return `sampling(${escapePattern(part.server)})`;
    case 'claim': {
      if (part.command !== undefined) return shellRule(part.command, toPattern);
      const tool = fileToolOf(part);
      if (tool === null && part.toolKind === 'execute') return 'shell';
      const [path] = part.paths;
      return tool === null || path === undefined ? null : pathRule(tool, path, roots);
    }
  }
}

function shellRule(command: string, toPattern: ToPattern): string | null {
  return command.trim() === '' ? null : `shell(${toPattern(command)})`;
}

function pathRule(tool: string, path: ResolvedPath, roots: readonly string[]): string {
  const shown = withForwardSlashes(displayPath(roots, path.real));
  return `${tool}(${shown.replace(/[!-+?@[-^`{-~]|^ | $/g, '\\$&')})`;
}

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
function suggestPattern(command: string): string {
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
