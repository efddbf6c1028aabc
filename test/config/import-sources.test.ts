import { expect, test } from 'vitest';
import { importSources } from '../../src/config/import/import-sources.ts';
import { translateVariables, variableFor } from '../../src/config/import/translate-variables.ts';

type Platform = 'linux' | 'darwin' | 'win32';
const MACHINES = {
  linux: { home: '/home/ada', cwd: '/home/ada/shop', env: {} },
  darwin: { home: '/Users/ada', cwd: '/Users/ada/shop', env: {} },
  win32: {
    home: 'C:\\Users\\ada',
    cwd: 'D:\\shop',
    env: { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' },
  },
};

function filesOf(platform: Platform, id: string, env: Record<string, string> = {}): string[] | undefined {
  const machine = MACHINES[platform];
  const sources = importSources({ platform, ...machine, env: { ...machine.env, ...env } });
  return sources.find((source) => source.id === id)?.files.map(({ path }) => path);
}

test.each<[Platform, string, string]>([
  ['linux', 'claude-code', '/home/ada/shop/.mcp.json'],
  ['linux', 'claude-code', '/home/ada/.claude.json'],
  ['win32', 'claude-code', 'C:\\Users\\ada\\.claude.json'],
  ['linux', 'claude-desktop', '/home/ada/.config/Claude/claude_desktop_config.json'],
  ['darwin', 'claude-desktop', '/Users/ada/Library/Application Support/Claude/claude_desktop_config.json'],
  ['win32', 'claude-desktop', 'C:\\Users\\ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json'],
  ['linux', 'cursor', '/home/ada/shop/.cursor/mcp.json'],
  ['win32', 'cursor', 'C:\\Users\\ada\\.cursor\\mcp.json'],
  ['win32', 'vscode', 'D:\\shop\\.vscode\\mcp.json'],
  ['linux', 'vscode', '/home/ada/.config/Code/User/mcp.json'],
  ['darwin', 'vscode', '/Users/ada/Library/Application Support/Code/User/mcp.json'],
  ['win32', 'vscode', 'C:\\Users\\ada\\AppData\\Roaming\\Code - Insiders\\User\\mcp.json'],
  ['linux', 'codex', '/home/ada/.codex/config.toml'],
  ['darwin', 'codex', '/Users/ada/shop/.codex/config.toml'],
  ['win32', 'windsurf', 'C:\\Users\\ada\\.codeium\\windsurf\\mcp_config.json'],
  ['linux', 'opencode', '/home/ada/shop/opencode.jsonc'],
  ['darwin', 'opencode', '/Users/ada/.config/opencode/opencode.json'],
  ['win32', 'opencode', 'C:\\Users\\ada\\.config\\opencode\\opencode.json'],
  ['linux', 'gemini', '/home/ada/.gemini/settings.json'],
  ['linux', 'zed', '/home/ada/.config/zed/settings.json'],
  ['darwin', 'zed', '/Users/ada/.config/zed/settings.json'],
  ['win32', 'zed', 'C:\\Users\\ada\\AppData\\Roaming\\Zed\\settings.json'],
])('on %s the servers of %s are looked for in %s', (platform, id, file) => {
  expect(filesOf(platform, id)).toContain(file);
});

test.each<[string, string, string, string]>([
  ['XDG_CONFIG_HOME', '/xdg', 'vscode', '/xdg/Code/User/mcp.json'],
  ['CODEX_HOME', '/codex', 'codex', '/codex/config.toml'],
  ['CLAUDE_CONFIG_DIR', '/claude', 'claude-code', '/claude/.claude.json'],
  ['OPENCODE_CONFIG', '/my/opencode.json', 'opencode', '/my/opencode.json'],
])('%s moves them', (variable, value, id, file) => {
  expect(filesOf('linux', id, { [variable]: value })).toContain(file);
});

test('what is not absolute in XDG_CONFIG_HOME is ignored', () => {
  expect(filesOf('linux', 'zed', { XDG_CONFIG_HOME: 'conf' })).toContain(
    '/home/ada/.config/zed/settings.json',
  );
});

test('variables of Windows folders are put in as Windows writes them', () => {
  const place = { platform: 'win32', home: 'C:\\Users\\ada', project: 'D:\\shop' } as const;
  const text = '${workspaceFolder}${/}bin;${userHome}${pathSeparator}x;${workspaceFolderBasename}';
  expect(translateVariables(text, 'dollar', place)).toEqual({
    text: 'D:\\shop\\bin;C:\\Users\\ada\\x;shop',
    blockers: [],
  });
});

test.each([
  ['api-key', 'API_KEY'],
  ['githubToken', 'GITHUB_TOKEN'],
  ['2nd key', '_2ND_KEY'],
])('what is asked for as %s gets the variable %s', (id, variable) => {
  expect(variableFor(id)).toBe(variable);
});
