import { onTestFinished } from 'vitest';
import type { Model, ModelInfo, ModelPart, ModelRequest } from '../../../src/agent/model/model.ts';
import { openModel } from '../../../src/agent/model/open-model.ts';
import type { Provider } from '../../../src/agent/model/provider.ts';
import type { ModelProtocol } from '../../../src/core/model-providers.ts';
import { type ModelServer, type Reply, startModelServer } from '../../fixtures/model/model-server.mjs';

const PATHS: Readonly<Record<ModelProtocol, string>> = {
  openai: '/v1',
  'openai-responses': '/v1',
  anthropic: '/v1',
  google: '/v1beta',
};

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
export function modelAt(server: ModelServer, kind: ModelProtocol, info: Partial<ModelInfo> = {}): Model {
  return openModel(providerAt(server.url + PATHS[kind], { kind }), { ...SCRIPTED, ...info });
}

/** A provider of which only what counts has to be said. */
export function providerAt(baseUrl: string, given: Partial<Provider> = {}): Provider {
  return {
    name: 'local',
    kind: 'openai',
    baseUrl,
    apiKey: 'test-key',
    keyVariable: 'LOCAL_API_KEY',
    headers: {},
    from: 'LOCAL_API_KEY',
    isLocal: false,
    models: [],
    ...given,
  };
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
