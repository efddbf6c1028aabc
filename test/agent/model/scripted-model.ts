import { onTestFinished } from 'vitest';
import type { Model, ModelInfo, ModelPart, ModelRequest } from '../../../src/agent/model/model.ts';
import { openModel } from '../../../src/agent/model/open-model.ts';
import type { ProviderKind } from '../../../src/agent/model/provider.ts';
import { type ModelServer, type Reply, startModelServer } from '../../fixtures/model/model-server.mjs';

const PATHS: Readonly<Record<ProviderKind, string>> = { openai: '/v1', anthropic: '/v1', google: '/v1beta' };

/** A model server on loopback; the test's end closes it. */
export async function modelServer(...replies: Reply[]): Promise<ModelServer> {
  const server = await startModelServer({ replies });
  onTestFinished(() => server.close());
  return server;
}

export const SCRIPTED: ModelInfo = {
  id: 'local/scripted',
  name: 'scripted',
  contextWindow: null,
  maxOutput: null,
  takesImages: true,
  canReason: true,
  price: null,
};

/** The model of a server, spoken to in one of its formats. */
export function modelAt(server: ModelServer, kind: ProviderKind, info: Partial<ModelInfo> = {}): Model {
  const provider = { name: 'local', kind, baseUrl: server.url + PATHS[kind], apiKey: 'key' };
  return openModel(provider, { ...SCRIPTED, ...info });
}

/** All parts of one answer. */
export async function ask(model: Model, request: Partial<ModelRequest> = {}): Promise<ModelPart[]> {
  const whole: ModelRequest = {
    system: 'Be brief.',
    messages: [{ role: 'user', content: 'Hello' }],
    tools: [],
    effort: 'off',
    signal: new AbortController().signal,
    ...request,
  };
  const parts: ModelPart[] = [];
  for await (const part of model.stream(whole)) parts.push(part);
  return parts;
}
