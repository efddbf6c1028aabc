import type { ModelServer, Reply } from '../fixtures/model/model-server.mjs';
import { tempDir } from '../helpers/temp-dir.ts';
import { type AgentClient, type ClientOptions, connectClient } from './agent-client.ts';
import { modelServer } from './model/scripted-model.ts';

interface Worked {
  server: ModelServer;
  client: AgentClient;
  cwd: string;
}

/** A session of a model that is scripted, in a folder with these files. */
export async function begin(
  files: Record<string, string>,
  replies: Reply[],
  options: Partial<ClientOptions> = {},
): Promise<Worked> {
  const server = await modelServer(...replies);
  const cwd = await tempDir(files);
  const env = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${server.url}/v1` };
  return { server, cwd, client: await connectClient({ cwd, env, choose: 'allow_once', ...options }) };
}

export const DONE: Reply = { steps: [{ text: 'Done.' }] };
export const call = (tool: string, args: unknown): Reply => ({ steps: [{ call: tool, args }] });

type Body = { messages: { role: string; content: unknown }[]; tools?: { function: { name: string } }[] };

const body = ({ server }: Worked): Body => server.requests.at(-1)?.body as Body;

/** What the model read of one role, in its newest question. */
export function told(worked: Worked, role = 'tool'): string[] {
  const said = body(worked).messages.filter((message) => message.role === role);
  return said.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
}

export const toolNames = (worked: Worked): string[] =>
  (body(worked).tools ?? []).map((tool) => tool.function.name);
