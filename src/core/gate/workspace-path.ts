import type { ResolvedPath } from './gate-request.ts';

/** Windows separators become `/`; a backslash in a POSIX path is part of a name. */
export function withForwardSlashes(path: string): string {
  return isWindowsPath(path) ? path.replaceAll('\\', '/') : path;
}

export function isWindowsPath(path: string): boolean {
  return /^(?:[A-Za-z]:[\\/]|\\)/.test(path);
}

function normalise(path: string): string {
  const forward = withForwardSlashes(path);
  return forward.length > 1 && forward.endsWith('/') ? forward.slice(0, -1) : forward;
}

/** Whether a resolved path is one of the roots or below one. */
export function isInside(roots: readonly string[], path: string): boolean {
  return relativeTo(roots, path) !== null;
}

/**
 * The path relative to the first root that holds it (`.` for the root itself), or null outside all of them. Paths are
 * absolute and already resolved; one that still climbs is in no root.
 */
export function relativeTo(roots: readonly string[], path: string): string | null {
  const target = normalise(path);
  if (/\/\.\.(?:\/|$)/.test(target)) return null;
  for (const root of roots.map(normalise)) {
    if (target === root) return '.';
    const prefix = root.endsWith('/') ? root : `${root}/`;
    if (root !== '' && target.startsWith(prefix)) return target.slice(prefix.length);
  }
  return null;
}

/** A path as people want to read it: relative inside the workspace, absolute outside. */
export function displayPath(roots: readonly string[], path: string): string {
  return relativeTo(roots, path) ?? path;
}

/** Files that make other programs run commands, git's and simse's own among them: an edit of these is more than an edit. */
export function isGuarded(path: ResolvedPath): boolean {
  return path.guard !== undefined || namesOf(path).length > 0;
}

/**
 * Whether an allowing rule's pattern may reach a path, which it does into what is guarded only by naming that, and into what is
 * simse's own only by naming the file.
 */
export function reachesGuarded(pattern: string, path: ResolvedPath): boolean {
  const isWhole = !/[*?[{(]/.test(pattern.replace(/\\[^]/g, ''));
  if (path.guard !== undefined && !isWhole) return false;
  const named = guardedNames(pattern.replace(/\\(?=[^\\/])/g, ''));
  return namesOf(path).every((name) => named.includes(name));
}

function namesOf({ real, given }: ResolvedPath): string[] {
  return given === real ? guardedNames(real) : [...guardedNames(real), ...guardedNames(given)];
}

/** Folders whose files say what git, simse, editors, package managers and hooks run. */
const FOLDERS = [
  '.git git~1 .hg .jj .githooks .husky .simse .ssh .gnupg .vscode .idea .fleet .zed .devcontainer .cargo .mvn .yarn .mise',
];

/** The same of agents. Some keep whole working trees in there, which are as any other. */
const AGENT_FOLDERS = [
  '.amazonq .augment .claude .codex .continue .copilot .crush .cursor .factory .gemini .goose .iflow .junie .kilo',
  '.kilocode .kimi .kiro .nanocoder .opencode .qoder .qwen .roo .vibe .windsurf .amp .cline .grok .openhands .pi .trae',
];
const WORKING_TREES = 'worktrees';

const FILES = [
  // What starts with a shell, a terminal or a login.
  '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout',
  '.kshrc .mkshrc .cshrc .tcshrc .login .logout .inputrc .xprofile .xinitrc .xsession .xsessionrc .pam_environment',
  '.tmux.conf .screenrc config.fish config.nu env.nu profile.ps1 microsoft.powershell_profile.ps1',
  // What starts with an editor, a debugger or an interpreter.
  '.vimrc .nvimrc .nvim.lua .exrc .emacs .dir-locals.el .gdbinit .lldbinit .irbrc .pryrc .rprofile',
  // What git and its hooks run; a folder with HEAD in it can be a repository.
  '.gitconfig .gitmodules .hgrc head .pre-commit-config.yaml lefthook.yml lefthook.yaml .lefthook.yml .lefthook.yaml',
  'lefthook-local.yml lefthook-local.yaml .lefthook-local.yml .lefthook-local.yaml lefthook.toml lefthook.json .overcommit.yml',
  // What package managers and tools fetch or run.
  '.npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pnpmfile.mjs .pnp.cjs .pnp.loader.mjs bunfig.toml .bunfig.toml .pypirc',
  'pip.conf pip.ini .netrc .curlrc .wgetrc .envrc .direnvrc mise.toml .mise.toml',
  'pnpm-workspace.yaml mise.local.toml .mise.local.toml .devcontainer.json',
  // What agents start, simse among them.
  'acp.json mcp.json .mcp.json .claude.json opencode.json opencode.jsonc crush.json .crush.json .aider.conf.yml',
];

/** Folders in a folder that is none of these itself. */
const PLACES = [
  '.config/simse .config/git .config/fish .config/zsh .config/bash .config/nushell .config/powershell .config/direnv',
  '.config/mise .config/nvim .config/tmux .config/systemd .config/autostart .config/environment.d .config/opencode',
  '.config/goose .config/crush .config/kilo .config/zed .local/bin library/launchagents .github/hooks',
];

/** What git reads of a repository that has no `.git`. */
const OF_REPOSITORY = [
  'head config config.worktree commondir gitdir hooks info objects refs packed-refs modules worktrees',
];

const guardedFolders = wordsOf(FOLDERS);
const guardedAgentFolders = wordsOf(AGENT_FOLDERS);
const guardedFiles = wordsOf(FILES);
const guardedPlaces = wordsOf(PLACES);
const repositoryParts = wordsOf(OF_REPOSITORY);

function wordsOf(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

/**
 * The names in a path, or in a pattern for paths, by which other programs run what is written there; empty for every other
 * path. As the most lenient file system sees them.
 */
function guardedNames(path: string): string[] {
  const names = path.split(/[\\/]/).map(foldName);
  return names.flatMap((name, index) => {
    const next = names[index + 1] ?? '';
    if (guardedAgentFolders.has(name)) return next === WORKING_TREES ? [] : [name];
    if (guardedFolders.has(name)) return [name];
    if (index === names.length - 1 && guardedFiles.has(name)) return [name];
    return guardedPlaces.has(`${name}/${next}`) ? [`${name}/${next}`] : [];
  });
}

/** Whether git acts on a path, relative to a folder that may be a repository. */
export function isRepositoryPart(path: string): boolean {
  return repositoryParts.has(foldName(path.split(/[\\/]/)[0] ?? ''));
}

/** Case, marks that cannot be seen, dots and blanks at the end and streams of a file count on no file system for certain. */
function foldName(name: string): string {
  if (/^[a-z0-9._-]*[a-z0-9_-]$/.test(name)) return name;
  const seen = name.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return seen
    .toUpperCase()
    .toLowerCase()
    .replace(/(?<=.):.*$/s, '')
    .replace(/[. ]+$/, '');
}
