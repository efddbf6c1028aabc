import { type PlatformPath, posix, win32 } from 'node:path';
import type { ParseForeign } from './foreign-server.ts';
import { parseCodex } from './parse-codex.ts';
import {
  parseClaudeState,
  parseMcpServers,
  parseProjectServers,
  parseVsCodeServers,
  parseZed,
} from './parse-mcp-servers.ts';
import { parseOpencode } from './parse-opencode.ts';
import type { VariableStyle } from './translate-variables.ts';

/** Another host of MCP servers, and where it may have written down its own. */
export interface ImportSource {
  /** What it is called on the command line. */
  id: string;
  title: string;
  variables: VariableStyle;
  /** Strongest first: where two have a server of one name, the first one counts. */
  files: { path: string; parse: ParseForeign }[];
}

export interface ImportPlaces {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** The project. */
  cwd: string;
}

interface Host extends Omit<ImportSource, 'files'> {
  files(where: Where): [ParseForeign, ...paths: string[]][];
}

interface Where extends ImportPlaces, Pick<PlatformPath, 'join'> {
  /** Where programs that follow XDG keep their settings on every system. */
  xdg: string;
  /** Where programs keep them by the customs of the system. */
  apps: string;
}

const VSCODE_FOLDERS = ['Code', 'Code - Insiders', 'VSCodium'];
const OPENCODE_FILES = ['opencode.jsonc', 'opencode.json'];

const HOSTS: readonly Host[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    variables: 'dollar',
    files: ({ cwd, home, env, join }) => [
      [parseProjectServers, join(cwd, '.mcp.json')],
      [parseClaudeState, join(env['CLAUDE_CONFIG_DIR'] || home, '.claude.json')],
    ],
  },
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    variables: 'none',
    files: ({ apps, join }) => [[parseMcpServers, join(apps, 'Claude', 'claude_desktop_config.json')]],
  },
  {
    id: 'cursor',
    title: 'Cursor',
    variables: 'dollar',
    files: ({ cwd, home, join }) => [
      [parseMcpServers, join(cwd, '.cursor', 'mcp.json'), join(home, '.cursor', 'mcp.json')],
    ],
  },
  {
    id: 'vscode',
    title: 'VS Code',
    variables: 'dollar',
    files: ({ cwd, apps, join }) => [
      [
        parseVsCodeServers,
        join(cwd, '.vscode', 'mcp.json'),
        ...VSCODE_FOLDERS.map((folder) => join(apps, folder, 'User', 'mcp.json')),
      ],
    ],
  },
  {
    id: 'codex',
    title: 'Codex',
    variables: 'none',
    files: ({ cwd, home, env, join }) => [
      [
        parseCodex,
        join(cwd, '.codex', 'config.toml'),
        join(env['CODEX_HOME'] || join(home, '.codex'), 'config.toml'),
      ],
    ],
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    variables: 'dollar',
    files: ({ home, join }) => [
      [
        parseMcpServers,
        join(home, '.codeium', 'windsurf', 'mcp_config.json'),
        join(home, '.codeium', 'mcp_config.json'),
      ],
    ],
  },
  {
    id: 'opencode',
    title: 'opencode',
    variables: 'braces',
    files: ({ cwd, xdg, env, join }) => [
      [
        parseOpencode,
        ...OPENCODE_FILES.map((file) => join(cwd, file)),
        ...OPENCODE_FILES.map((file) => join(cwd, '.opencode', file)),
        ...(env['OPENCODE_CONFIG'] ? [env['OPENCODE_CONFIG']] : []),
        ...OPENCODE_FILES.map((file) => join(xdg, 'opencode', file)),
      ],
    ],
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    variables: 'shell',
    files: ({ cwd, home, join }) => [
      [parseMcpServers, join(cwd, '.gemini', 'settings.json'), join(home, '.gemini', 'settings.json')],
    ],
  },
  {
    id: 'zed',
    title: 'Zed',
    variables: 'none',
    files: ({ cwd, platform, xdg, apps, join }) => [
      [
        parseZed,
        join(cwd, '.zed', 'settings.json'),
        platform === 'win32' ? join(apps, 'Zed', 'settings.json') : join(xdg, 'zed', 'settings.json'),
      ],
    ],
  },
];

/** Every host that servers can be taken from, with the files in which it would have them on this system. */
export function importSources(places: ImportPlaces): ImportSource[] {
  const where = whereOf(places);
  return HOSTS.map(({ id, title, variables, files }) => ({
    id,
    title,
    variables,
    files: files(where).flatMap(([parse, ...paths]) => paths.map((path) => ({ path, parse }))),
  }));
}

function whereOf(places: ImportPlaces): Where {
  const { platform, env, home } = places;
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix;
  const absolute = (path: string | undefined) => (path !== undefined && isAbsolute(path) ? path : undefined);
  const xdg = absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config');
  if (platform === 'darwin')
    return { ...places, join, xdg, apps: join(home, 'Library', 'Application Support') };
  const roaming = absolute(env['APPDATA']) ?? join(home, 'AppData', 'Roaming');
  return { ...places, join, xdg, apps: platform === 'win32' ? roaming : xdg };
}
