import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import type { Files } from '../helpers/temp-dir.ts';

export type Step = Record<string, unknown>;

/** What mock-agent.mjs does; `$cwd` in it is the project's folder. */
export interface Scenario {
  start?: Step[];
  on?: Record<string, Step[]>;
}

export interface AgentSandbox extends Sandbox {
  /** Everything that simse has written to the agent, and `{asked}` for what the agent has called. */
  sent(): Promise<Record<string, unknown>[]>;
}

/**
 * A sandbox whose user has one backend: `mock`, which runs a scenario of mock-agent.mjs, or another fixture agent given by
 * its file name. `entry` is added to its entry in acp.json.
 */
export async function agentSandbox(
  agent: Scenario | string,
  files: Files = {},
  entry: object = {},
): Promise<AgentSandbox> {
  const program = typeof agent === 'string' ? agent : 'mock-agent.mjs';
  const server = {
    name: 'mock',
    command: process.execPath,
    args: [fixture(`acp/${program}`), '${HOME}/scenario.json'],
    env: { MOCK_AGENT_LOG: '${HOME}/sent.ndjson' },
    ...entry,
  };
  const sandbox = await createSandbox({ 'config/acp.json': { servers: [server] }, ...files });
  const scenario = JSON.stringify(agent).replaceAll('$cwd', sandbox.work);
  await writeFile(join(sandbox.home, 'scenario.json'), scenario);
  return { ...sandbox, sent: () => readLog(join(sandbox.home, 'sent.ndjson')) };
}

/** The path of a program in test/fixtures. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
}

/** The steps of a prompt that says this and ends its turn. */
export function answer(text: string): Step[] {
  return [say(text), END];
}

export function say(text: string): Step {
  return { update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } };
}

export const END: Step = { result: { stopReason: 'end_turn' } };

async function readLog(file: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
