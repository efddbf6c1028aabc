import type { BackendEntry } from './edit-entries.ts';

/** A public agent, and how it is started to speak ACP. */
export interface BackendPreset {
  name: string;
  title: string;
  /** Its program, when it is installed. */
  program: string;
  args: readonly string[];
  /** The npm package that brings the program; without one it has to be installed first. */
  npm?: string;
  /** Where to get what npm does not have. */
  site?: string;
}

/** As their makers document it. An agent that is not here needs no preset, only its command line. */
export const BACKEND_PRESETS: readonly BackendPreset[] = [
  {
    name: 'claude',
    title: 'Claude',
    program: 'claude-agent-acp',
    args: [],
    npm: '@agentclientprotocol/claude-agent-acp',
  },
  { name: 'codex', title: 'Codex', program: 'codex-acp', args: [], npm: '@agentclientprotocol/codex-acp' },
  { name: 'gemini', title: 'Gemini CLI', program: 'gemini', args: ['--acp'], npm: '@google/gemini-cli' },
  {
    name: 'copilot',
    title: 'GitHub Copilot',
    program: 'copilot',
    args: ['--acp', '--stdio'],
    npm: '@github/copilot',
  },
  { name: 'opencode', title: 'opencode', program: 'opencode', args: ['acp'], npm: 'opencode-ai' },
  { name: 'goose', title: 'goose', program: 'goose', args: ['acp'], site: 'https://block.github.io/goose/' },
  { name: 'qwen', title: 'Qwen Code', program: 'qwen', args: ['--acp'], npm: '@qwen-code/qwen-code' },
  { name: 'kimi', title: 'Kimi Code', program: 'kimi', args: ['acp'], npm: '@moonshot-ai/kimi-code' },
  {
    name: 'cursor',
    title: 'Cursor',
    program: 'cursor-agent',
    args: ['acp'],
    site: 'https://cursor.com/docs/cli/acp',
  },
  { name: 'grok', title: 'Grok Build', program: 'grok', args: ['agent', 'stdio'], npm: '@xai-official/grok' },
  { name: 'cline', title: 'Cline', program: 'cline', args: ['--acp'], npm: 'cline' },
  { name: 'auggie', title: 'Auggie', program: 'auggie', args: ['--acp'], npm: '@augmentcode/auggie' },
  {
    name: 'vibe',
    title: 'Mistral Vibe',
    program: 'vibe-acp',
    args: [],
    site: 'https://github.com/mistralai/mistral-vibe',
  },
  {
    name: 'junie',
    title: 'Junie',
    program: 'junie',
    args: ['--acp=true'],
    site: 'https://junie.jetbrains.com',
  },
];

/** For agents that are downloaded when they are first started. */
export const FETCH_TIMEOUT_MS = 120_000;

/** The entry of acp.json for a preset: its own program where that is installed, else npx, which fetches it. */
export function presetEntry({ name, program, args, npm }: BackendPreset, isInstalled: boolean): BackendEntry {
  if (npm === undefined || isInstalled) {
    return { name, command: program, ...(args.length > 0 ? { args: [...args] } : {}) };
  }
  return { name, command: 'npx', args: ['-y', npm, ...args], timeoutMs: FETCH_TIMEOUT_MS };
}
