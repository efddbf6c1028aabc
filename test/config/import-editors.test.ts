import { expect, test } from 'vitest';
import { parseMcpServers, parseVsCodeServers, parseZed } from '../../src/config/import/parse-mcp-servers.ts';
import { importAll } from './import-all.ts';

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
