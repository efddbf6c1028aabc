import { expect, test } from 'vitest';
import { parseCodex } from '../../src/config/import/parse-codex.ts';
import {
  parseClaudeState,
  parseMcpServers,
  parseProjectServers,
} from '../../src/config/import/parse-mcp-servers.ts';
import { parseOpencode } from '../../src/config/import/parse-opencode.ts';
import { importAll } from './import-all.ts';

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

test('opencode: the command is one list', () => {
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
});

test('opencode: its second version has the servers one level deeper', () => {
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
