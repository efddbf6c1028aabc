import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { modelServer } from '../agent/model/scripted-model.ts';
import type { ModelServer, Reply } from '../fixtures/model/model-server.mjs';
import { type RunResult, runSimse } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import type { Files } from '../helpers/temp-dir.ts';

export const WIRES = ['openai', 'anthropic', 'google'] as const;
export type Wire = (typeof WIRES)[number];

export interface ModelSandbox extends Sandbox {
  server: ModelServer;
  /** A file of the project; null when there is none. */
  read(path: string): Promise<string | null>;
}

/** A sandbox whose user has a key for one provider, which is a scripted server. */
export async function modelSandbox(
  wire: Wire,
  replies: Reply[] = [],
  files: Files = {},
): Promise<ModelSandbox> {
  const server = await modelServer(...replies);
  const sandbox = await createSandbox(files);
  return {
    ...sandbox,
    server,
    env: { ...sandbox.env, ...keyFor(wire, server.url) },
    read: (path) => readFile(join(sandbox.work, path), 'utf8').catch(() => null),
  };
}

interface Worked {
  server: ModelServer;
  run: RunResult;
  read: ModelSandbox['read'];
}

/** One run of simse with a scripted model. */
export async function workWith(
  wire: Wire,
  replies: Reply[],
  args: string[],
  files: Files = {},
): Promise<Worked> {
  const sandbox = await modelSandbox(wire, replies, files);
  const run = await runSimse(sandbox, args);
  return { server: sandbox.server, run, read: sandbox.read };
}

/** The whole conversation that the model was asked with last, as its wire has it. */
export function lastAsked({ requests }: ModelServer): string {
  const { messages, contents } = requests.at(-1)?.body ?? {};
  return JSON.stringify(messages ?? contents);
}

export function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

function keyFor(wire: Wire, url: string): Record<string, string> {
  switch (wire) {
    case 'openai':
      return { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${url}/v1` };
    case 'anthropic':
      return { ANTHROPIC_API_KEY: 'sk-test', ANTHROPIC_BASE_URL: `${url}/v1` };
    case 'google':
      return { GEMINI_API_KEY: 'sk-test', GOOGLE_GEMINI_BASE_URL: `${url}/v1beta` };
  }
}
