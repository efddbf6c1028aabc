import { expect, test } from 'vitest';
import { isGuarded } from '../../../src/core/gate/workspace-path.ts';
import { at, edit, editClaim, outcomeOf, read, shown } from '../gate-requests.ts';

const GUARDED = [
  '/w/.git/config',
  '/w/.simse/config.json',
  '/w/acp.json',
  '/w/sub/mcp.json',
  '/w/.mcp.json',
  '/w/.husky/pre-commit',
  '/w/.envrc',
  '/w/.vscode/tasks.json',
  '/w/.vscode/settings.json',
  '/w/.idea/workspace.xml',
  '/w/.npmrc',
  '/w/.yarnrc.yml',
  '/w/.yarn/releases/yarn.cjs',
  '/w/.pnp.cjs',
  '/w/.gitmodules',
  '/w/.pre-commit-config.yaml',
  '/w/lefthook-local.yml',
  '/w/lefthook.toml',
  '/w/mise.local.toml',
  '/w/.mise/config.toml',
  '/w/pnpm-workspace.yaml',
  '/w/.devcontainer.json',
  '/w/.github/hooks/x.json',
  '/w/.pi/settings.json',
  '/w/.grok/settings.json',
  '/w/.claude/settings.json',
  '/w/.codex/config.toml',
  '/w/.gemini/settings.json',
  '/w/.cursor/mcp.json',
  '/w/opencode.json',
  '/w/.bashrc',
  '/w/.profile',
  '/w/.zshrc',
  '/w/.zshenv',
  '/w/.config/fish/config.fish',
  '/w/.config/fish/conf.d/x.fish',
  '/w/.config/git/config',
  '/w/.config/systemd/user/x.service',
  '/w/.local/bin/git',
  '/w/.gitconfig',
  '/w/.ssh/config',
  '/w/.ssh/authorized_keys',
  '/w/Library/LaunchAgents/x.plist',
  '/w/sub/HEAD',
  // As other file systems would take them.
  '/w/.GIT/config',
  '/w/.Git./config',
  '/w/.git /hooks/x',
  '/w/.git::$INDEX_ALLOCATION/config',
  '/w/GIT~1/config',
  '/w/.g\u200cit/config',
  '/w/.huſky/pre-commit',
  '/w/.ENVRC',
  '/w/ACP.json',
  '/w/.Vscode\\tasks.json',
  '/w/.bashrc.',
];

test.each(GUARDED.map((path) => [shown(path), path]))(
  'acceptEdits asks before it changes %s',
  (_shown, path) => {
    expect(outcomeOf(edit(path), { mode: 'acceptEdits' })).toBe('ask');
    expect(outcomeOf(edit('/w/plain', path), { mode: 'acceptEdits' })).toBe('ask');
    expect(outcomeOf(editClaim(at(path)), { mode: 'acceptEdits' })).toBe('ask');
    expect(outcomeOf(edit(path), { allow: ['write_file(**)'] })).toBe('ask');
  },
);

test.each([
  '/w/src/a.ts',
  '/w/package.json',
  '/w/.github/workflows/ci.yml',
  '/w/.gitignore',
  '/w/.env',
  '/w/.editorconfig',
  '/w/git/config',
  '/w/config',
  '/w/ahead',
  '/w/head/a.ts',
  '/w/bashrc',
  '/w/my.npmrc.md',
  '/w/.config/other/x',
  '/w/.claude/worktrees/fix/src/a.ts',
  '/home/me/.codex/worktrees/1/shop/a.ts',
])('%s is a file as any other', (path) => {
  const roots = ['/w', '/home/me/.codex/worktrees/1/shop'];
  expect(isGuarded(at(path))).toBe(false);
  expect(outcomeOf(edit(path), { mode: 'acceptEdits', roots })).toBe('allow');
});

test('what is guarded in a working tree of an agent is guarded', () => {
  expect(isGuarded(at('/w/.claude/worktrees/fix/.git'))).toBe(true);
  expect(isGuarded(at('/w/.claude/worktrees/fix/.claude/settings.json'))).toBe(true);
});

test.each([
  ['write_file(.vscode/**)', '/w/.vscode/tasks.json', 'allow'],
  ['write_file(.npmrc)', '/w/.npmrc', 'allow'],
  ['write_file(**/.npmrc)', '/w/a/.npmrc', 'allow'],
  ['write_file(.vscode/**)', '/w/.vscode/.git/hooks/x', 'ask'],
  ['write_file(.git/**)', '/w/.git/.npmrc', 'ask'],
  ['write_file(.config/fish/**)', '/w/.config/fish/config.fish', 'ask'],
  ['write_file(.config/fish/config.fish)', '/w/.config/fish/config.fish', 'allow'],
  ['write_file', '/w/.npmrc', 'allow'],
] as const)('%s on %s: %s', (rule, path, outcome) => {
  expect(outcomeOf(edit(path), { allow: [rule] })).toBe(outcome);
});

test.each(['own', 'repository'] as const)(
  'what is guarded for what it is (%s) is reached by its whole name alone',
  (guard) => {
    const request = { ...edit('/w/x/config'), path: { ...at('/w/x/config'), guard } };
    expect(outcomeOf(request, { mode: 'acceptEdits' })).toBe('ask');
    for (const rule of [
      'write_file(**)',
      'write_file(x/*)',
      'write_file(x/confi[g])',
      'write_file(x/{config,y})',
    ]) {
      expect(outcomeOf(request, { allow: [rule] })).toBe('ask');
    }
    expect(outcomeOf(request, { allow: ['write_file(x/config)'] })).toBe('allow');
    expect(outcomeOf(request, { mode: 'acceptEdits', deny: ['write_file(x/**)'] })).toBe('deny');
  },
);

test('what simse keeps for itself is not read unasked', () => {
  const request = {
    ...read('/w/x/credentials.json'),
    path: { ...at('/w/x/credentials.json'), guard: 'own' as const },
  };
  for (const mode of ['default', 'acceptEdits', 'plan'] as const)
    expect(outcomeOf(request, { mode })).toBe('ask');
  expect(outcomeOf(request, { allow: ['read_file(**)'] })).toBe('ask');
  expect(outcomeOf(request, { allow: ['read_file(x/credentials.json)'] })).toBe('allow');
});
