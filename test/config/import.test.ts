import { expect, test } from 'vitest';
import type { ParseForeign } from '../../src/config/import/foreign-server.ts';
import { parseCodex } from '../../src/config/import/parse-codex.ts';
import {
  parseClaudeState,
  parseMcpServers,
  parseProjectServers,
  parseVsCodeServers,
} from '../../src/config/import/parse-mcp-servers.ts';
import { parseOpencode } from '../../src/config/import/parse-opencode.ts';
import { parseZed } from '../../src/config/import/parse-zed.ts';
import { toMcpEntry } from '../../src/config/import/to-mcp-entry.ts';
import type { VariableStyle } from '../../src/config/import/translate-variables.ts';

const PLACE = { platform: 'linux', home: '/home/ada', project: '/home/ada/shop' } as const;

/** What comes of a file: each server's entry by its name, or why there is none. */
function importAll(parse: ParseForeign, style: VariableStyle, text: string): Record<string, unknown> {
  const parsed = parse(text, PLACE);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const servers = parsed.value.map((foreign) => toMcpEntry(foreign, style, PLACE));
  return Object.fromEntries(
    servers.map(({ name, entry, reasons }) => [
      name,
      reasons.length === 0 ? entry : entry === null ? reasons : { ...entry, reasons },
    ]),
  );
}

test('Claude Code: a project file, with or without its outer key', () => {
  const servers = {
    files: { type: 'stdio', command: 'npx', args: ['-y', 'srv', '${ROOT:-.}'], env: {} },
    sentry: { type: 'http', url: 'https://mcp.sentry.dev/mcp' },
    asana: { type: 'sse', url: 'https://mcp.asana.com/sse', headers: { 'X-Key': '${KEY}' } },
    internal: {
      type: 'http',
      url: 'https://mcp.corp.example/mcp',
      headersHelper: '/opt/bin/headers.sh',
      oauth: { clientId: 'abc', callbackPort: 8080, scopes: 'read write' },
    },
    office: { type: 'sdk', name: 'office' },
  };
  const expected = {
    files: { name: 'files', transport: 'stdio', command: 'npx', args: ['-y', 'srv', '${ROOT:-.}'], env: {} },
    sentry: { name: 'sentry', transport: 'http', url: 'https://mcp.sentry.dev/mcp' },
    asana: {
      name: 'asana',
      transport: 'sse',
      url: 'https://mcp.asana.com/sse',
      headers: { 'X-Key': '${KEY}' },
    },
    internal: {
      name: 'internal',
      transport: 'http',
      url: 'https://mcp.corp.example/mcp',
      headersHelper: '/opt/bin/headers.sh',
      auth: { type: 'oauth', clientId: 'abc', callbackPort: 8080, scopes: ['read', 'write'] },
    },
    office: ['its type "sdk" works in that host only'],
  };
  expect(importAll(parseProjectServers, 'dollar', JSON.stringify({ mcpServers: servers }))).toEqual(expected);
  expect(importAll(parseProjectServers, 'dollar', JSON.stringify(servers))).toEqual(expected);
});

test('Claude Code: its own file has the servers of everywhere and of this project, and what is off here', () => {
  const text = JSON.stringify({
    numStartups: 42,
    mcpServers: { github: { command: 'gh-mcp' }, files: { command: 'everywhere' } },
    projects: {
      '/home/ada/shop': {
        allowedTools: [],
        mcpServers: { files: { command: 'here', args: [] } },
        disabledMcpServers: ['github'],
      },
      '/home/ada/other': { mcpServers: { secret: { command: 'other' } } },
    },
  });
  expect(importAll(parseClaudeState, 'dollar', text)).toEqual({
    github: { name: 'github', command: 'gh-mcp', enabled: false },
    files: { name: 'files', command: 'here', args: [] },
  });
});

test('Claude Desktop: names with blanks, and texts that would be variables here', () => {
  const text = `{
    "globalShortcut": "Ctrl+Space",
    "mcpServers": {
      "My Files": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/Users/ada/Desktop"] },
      "shell": { "command": "sh", "args": ["-c", "echo \${HOME}"] }
    }
  }`;
  expect(importAll(parseMcpServers, 'none', text)).toEqual({
    'My-Files': {
      name: 'My-Files',
      command: 'npx',
      args: ['-y', '@modelcontextprotocol/server-filesystem', '/Users/ada/Desktop'],
    },
    shell: {
      name: 'shell',
      command: 'sh',
      args: ['-c', 'echo ${HOME}'],
      enabled: false,
      reasons: ['${HOME} is plain text there, and would be a variable here'],
    },
  });
});

test('Cursor: its variables, its logins and its files of variables', () => {
  const text = JSON.stringify({
    mcpServers: {
      linear: { url: 'https://mcp.linear.app/sse', headers: { Authorization: 'Bearer ${env:LINEAR_TOKEN}' } },
      local: {
        type: 'stdio',
        command: '${userHome}/bin/srv',
        args: ['--root', '${workspaceFolder}', '--sep=${/}', 8080],
        envFile: '${workspaceFolder}/.env',
      },
      figma: {
        url: 'https://mcp.figma.com',
        auth: { CLIENT_ID: 'id', CLIENT_SECRET: '${env:S}', scopes: ['a'] },
      },
    },
  });
  expect(importAll(parseMcpServers, 'dollar', text)).toEqual({
    linear: {
      name: 'linear',
      url: 'https://mcp.linear.app/sse',
      headers: { Authorization: 'Bearer ${LINEAR_TOKEN}' },
    },
    local: {
      name: 'local',
      transport: 'stdio',
      command: '/home/ada/bin/srv',
      args: ['--root', '/home/ada/shop', '--sep=/', '8080'],
      enabled: false,
      reasons: ['it takes variables from ${workspaceFolder}/.env, which simse does not read'],
    },
    figma: {
      name: 'figma',
      url: 'https://mcp.figma.com',
      auth: { type: 'oauth', clientId: 'id', clientSecret: '${S}', scopes: ['a'] },
    },
  });
});

test('VS Code: what it asks for becomes a variable, and the server waits until that is set', () => {
  const text = `{
    // the team's servers
    "inputs": [{ "type": "promptString", "id": "perplexity-key", "description": "API Key", "password": true }],
    "servers": {
      "perplexity": {
        "type": "stdio", "command": "npx", "args": ["-y", "server-perplexity-ask"],
        "env": { "PERPLEXITY_API_KEY": "\${input:perplexity-key}", "HOME_DIR": "\${userHome}" },
      },
      "context7": { "type": "http", "url": "https://mcp.context7.com/mcp" },
      "boxed": { "command": "box", "sandboxEnabled": true, "sandbox": { "network": {} } },
      "docker": { "url": "unix:///tmp/server.sock#/mcp" },
      "picked": { "command": "run", "args": ["\${command:extension.pick}"] },
    },
  }`;
  expect(importAll(parseVsCodeServers, 'dollar', text)).toEqual({
    perplexity: {
      name: 'perplexity',
      transport: 'stdio',
      command: 'npx',
      args: ['-y', 'server-perplexity-ask'],
      env: { PERPLEXITY_API_KEY: '${PERPLEXITY_KEY}', HOME_DIR: '/home/ada' },
      enabled: false,
      reasons: ['the other host asks for "perplexity-key": set PERPLEXITY_KEY'],
    },
    context7: { name: 'context7', url: 'https://mcp.context7.com/mcp' },
    boxed: {
      name: 'boxed',
      command: 'box',
      enabled: false,
      reasons: ['it ran in a sandbox there, and would run without one here'],
    },
    docker: ['it listens on a socket of this machine, which simse does not connect to'],
    picked: {
      name: 'picked',
      command: 'run',
      args: ['${command:extension.pick}'],
      enabled: false,
      reasons: ['${command:extension.pick} has no meaning here'],
    },
  });
});

test('Codex: times in seconds, tools by name, tokens by variable', () => {
  const text = `
model = "gpt-6"

[mcp_servers.docs]
command = "npx"
args = ["-y", "mcp-docs"]
env = { LEVEL = "debug" }
env_vars = ["GITHUB_TOKEN", { name = "REGION", source = "local" }]
cwd = "/srv"
startup_timeout_sec = 20.5
tool_timeout_sec = 120
enabled_tools = ["search"]
disabled_tools = ["delete"]

[mcp_servers.docs.tools.search]
approval_mode = "approve"

[mcp_servers.figma]
url = "https://mcp.figma.com/mcp"
bearer_token_env_var = "FIGMA_OAUTH_TOKEN"
http_headers = { "X-Figma-Region" = "us-east-1" }
env_http_headers = { "X-Team" = "FIGMA_TEAM" }
scopes = ["files:read"]
enabled = false

[mcp_servers.old]
command = "old"
startup_timeout_ms = 5000

[mcp_servers.far]
command = "far"
experimental_environment = "remote"
`;
  expect(importAll(parseCodex, 'none', text)).toEqual({
    docs: {
      name: 'docs',
      command: 'npx',
      args: ['-y', 'mcp-docs'],
      env: { GITHUB_TOKEN: '${GITHUB_TOKEN:-}', REGION: '${REGION:-}', LEVEL: 'debug' },
      cwd: '/srv',
      startupTimeoutMs: 20_500,
      timeoutMs: 120_000,
      includeTools: ['search'],
      excludeTools: ['delete'],
    },
    figma: {
      name: 'figma',
      transport: 'http',
      url: 'https://mcp.figma.com/mcp',
      headers: {
        'X-Figma-Region': 'us-east-1',
        'X-Team': '${FIGMA_TEAM}',
        Authorization: 'Bearer ${FIGMA_OAUTH_TOKEN}',
      },
      auth: { type: 'oauth', scopes: ['files:read'] },
      enabled: false,
    },
    old: { name: 'old', command: 'old', startupTimeoutMs: 5000 },
    far: ['it runs in a remote environment of Codex'],
  });
});

test('Windsurf: serverUrl, tools that are off, and secrets in files', () => {
  const text = JSON.stringify({
    mcpServers: {
      github: { serverUrl: 'https://api.example/mcp/', headers: { Authorization: 'Bearer ${env:TOKEN}' } },
      git: {
        command: 'py',
        args: ['-m', 'mcp_server_git'],
        disabled: true,
        disabledTools: ['push'],
        env: {},
      },
      vault: { serverUrl: 'https://v.example', headers: { 'X-Key': '${file:~/.key}' } },
    },
  });
  expect(importAll(parseMcpServers, 'dollar', text)).toEqual({
    github: {
      name: 'github',
      url: 'https://api.example/mcp/',
      headers: { Authorization: 'Bearer ${TOKEN}' },
    },
    git: {
      name: 'git',
      command: 'py',
      args: ['-m', 'mcp_server_git'],
      env: {},
      excludeTools: ['push'],
      enabled: false,
    },
    vault: {
      name: 'vault',
      url: 'https://v.example',
      headers: { 'X-Key': '${file:~/.key}' },
      enabled: false,
      reasons: ['${file:~/.key} is the content of a file, which simse does not put in'],
    },
  });
});

test('opencode: the command is one list, and its second version has the servers one level deeper', () => {
  const first = `{
    "$schema": "https://opencode.ai/config.json",
    "mcp": {
      "everything": {
        "type": "local", "command": ["npx", "-y", "server-everything"],
        "environment": { "KEY": "{env:MY_KEY}" }, "enabled": true, "timeout": 10000, // ten seconds
      },
      "jira": { "type": "remote", "url": "https://jira.example.com/mcp", "oauth": false, "enabled": false },
      "kept": { "type": "remote", "url": "https://k.example", "headers": { "K": "{file:./key.txt}" } },
      "byOrganization": { "enabled": true },
    },
  }`;
  expect(importAll(parseOpencode, 'braces', first)).toEqual({
    everything: {
      name: 'everything',
      command: 'npx',
      args: ['-y', 'server-everything'],
      env: { KEY: '${MY_KEY}' },
      startupTimeoutMs: 10_000,
    },
    jira: { name: 'jira', url: 'https://jira.example.com/mcp', auth: { type: 'none' }, enabled: false },
    kept: {
      name: 'kept',
      url: 'https://k.example',
      headers: { K: '{file:./key.txt}' },
      enabled: false,
      reasons: ['{file:./key.txt} is the content of a file, which simse does not put in'],
    },
    byOrganization: ['it only changes a server that comes from elsewhere'],
  });
  const second = JSON.stringify({
    mcp: {
      servers: {
        local: {
          type: 'local',
          command: ['bun', 'x', 'srv'],
          cwd: '.',
          timeout: { startup: 9000, request: 8000 },
        },
        remote: {
          type: 'remote',
          url: 'https://r.example',
          oauth: { client_id: 'c', client_secret: '{env:SECRET}', scope: 'a b', callback_port: 9001 },
          disabled: true,
        },
      },
    },
  });
  expect(importAll(parseOpencode, 'braces', second)).toEqual({
    local: {
      name: 'local',
      command: 'bun',
      args: ['x', 'srv'],
      cwd: '.',
      startupTimeoutMs: 9000,
      timeoutMs: 8000,
    },
    remote: {
      name: 'remote',
      url: 'https://r.example',
      auth: {
        type: 'oauth',
        clientId: 'c',
        clientSecret: '${SECRET}',
        scopes: ['a', 'b'],
        callbackPort: 9001,
      },
      enabled: false,
    },
  });
});

test('Gemini: $NAME as well as ${NAME}, httpUrl, and what simse has no counterpart for', () => {
  const text = JSON.stringify({
    theme: 'Dracula',
    mcpServers: {
      python: {
        command: 'python',
        args: ['-m', 'srv', '--port', '8080'],
        cwd: './tools',
        env: { API_KEY: '$MY_API_TOKEN', PATHS: '${A}:$B' },
        timeout: 15_000,
        trust: true,
        includeTools: ['safe'],
        excludeTools: [],
      },
      web: { httpUrl: 'https://api.example/mcp', headers: { Authorization: '$KEY' }, timeout: 5 },
      cloud: { url: 'https://run.app/sse', authProviderType: 'google_credentials' },
      raw: { tcp: 'localhost:9' },
    },
  });
  expect(importAll(parseMcpServers, 'shell', text)).toEqual({
    python: {
      name: 'python',
      command: 'python',
      args: ['-m', 'srv', '--port', '8080'],
      cwd: './tools',
      env: { API_KEY: '${MY_API_TOKEN}', PATHS: '${A}:${B}' },
      timeoutMs: 15_000,
      includeTools: ['safe'],
    },
    web: {
      name: 'web',
      transport: 'http',
      url: 'https://api.example/mcp',
      headers: { Authorization: '${KEY}' },
    },
    cloud: {
      name: 'cloud',
      url: 'https://run.app/sse',
      enabled: false,
      reasons: ['it logs in by google_credentials, which simse does not know'],
    },
    raw: ['it speaks plain TCP, which simse does not'],
  });
});

test('Zed: the command as a text or as an object of its own; extensions stay where they are', () => {
  const text = `{
    "theme": "One Dark", // mine
    "context_servers": {
      "new": { "source": "custom", "enabled": true, "command": "uv", "args": ["run", "main.py"], "env": {} },
      "old": { "command": { "path": "uvx", "args": ["voice-mode"], "env": { "LEVEL": "1" } }, "settings": {} },
      "web": { "url": "https://example.com/mcp", "headers": { "Authorization": "Bearer x" } },
      "postgres": { "source": "extension", "settings": { "database_url": "postgres://…" } },
    },
  }`;
  expect(importAll(parseZed, 'none', text)).toEqual({
    new: { name: 'new', command: 'uv', args: ['run', 'main.py'], env: {} },
    old: { name: 'old', command: 'uvx', args: ['voice-mode'], env: { LEVEL: '1' } },
    web: { name: 'web', url: 'https://example.com/mcp', headers: { Authorization: 'Bearer x' } },
    postgres: ['it is an extension of Zed'],
  });
});

test.each<[string, ParseForeign, string, string]>([
  ['JSON', parseMcpServers, '{"mcpServers": {"a": }}', 'is not valid JSON'],
  ['opencode’s', parseOpencode, '{', 'is not valid JSON'],
  ['Zed’s', parseZed, '', 'is empty'],
  ['TOML', parseCodex, '[mcp_servers.a\ncommand = "x"', 'is not valid TOML'],
])('a broken file (%s) is told as such', (_what, parse, text, expected) => {
  const parsed = parse(text, PLACE);
  expect(parsed.ok ? [] : parsed.problems.map((problem) => problem.text)).toEqual([
    expect.stringContaining(expected),
  ]);
});

test.each<[string, ParseForeign]>([
  ['mcpServers', parseMcpServers],
  ['servers', parseVsCodeServers],
  ['mcp', parseOpencode],
  ['context_servers', parseZed],
])('whatever else stands under %s is no server, and breaks nothing', (key, parse) => {
  for (const odd of [null, 1, 'x', [], [1], { a: null }, { a: 'x' }, { a: [] }])
    expect(importAll(parse, 'dollar', JSON.stringify({ [key]: odd }))).toEqual({});
  const [why] = Object.values(
    importAll(parse, 'dollar', JSON.stringify({ [key]: { a: { type: 'local' } } })),
  );
  expect(why).toEqual([expect.any(String)]);
});
