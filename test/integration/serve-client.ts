import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  type CallToolResult,
  type CreateMessageRequest,
  CreateMessageRequestSchema,
  type CreateMessageResult,
  type ElicitRequest,
  ElicitRequestSchema,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { SIMSE_BIN } from '../helpers/run-simse.ts';
import type { Sandbox } from '../helpers/sandbox.ts';

export interface ServeClient {
  client: Client;
  /** Calls a tool; `text` is all that its result says. */
  call(name: string, args?: object, options?: CallOptions): Promise<CallToolResult & { text: string }>;
  /** What simse has written to stderr. */
  stderr(): string;
}

interface CallOptions {
  signal?: AbortSignal;
  onprogress?: (progress: { progress: number; message?: string | undefined }) => void;
}

/** A client of `simse mcp serve` over stdio; with `answer` one that can be asked, with `sample` one that has a model. It leaves when the test has ended. */
export async function serveClient(
  { work, env }: Sandbox,
  args: string[] = [],
  answer?: (params: ElicitRequest['params']) => ElicitResult | Promise<ElicitResult>,
  sample?: (params: CreateMessageRequest['params']) => CreateMessageResult,
): Promise<ServeClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [SIMSE_BIN, 'mcp', 'serve', ...args],
    cwd: work,
    env,
    stderr: 'pipe',
  });
  let errors = '';
  transport.stderr?.on('data', (chunk) => {
    errors += String(chunk);
  });
  const capabilities = {
    ...(answer === undefined ? {} : { elicitation: { form: {}, url: {} } }),
    ...(sample === undefined ? {} : { sampling: {} }),
  };
  const client = new Client({ name: 'editor', version: '1' }, { capabilities });
  if (answer !== undefined)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({ ...(await answer(params)) }));
  if (sample !== undefined)
    client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => ({ ...sample(params) }));
  onTestFinished(() => client.close());
  await client.connect(transport);
  return {
    client,
    async call(name, toolArgs = {}, options = {}) {
      const params = { name, arguments: { ...toolArgs } };
      const result = (await client.callTool(params, undefined, options)) as CallToolResult;
      const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
      return { ...result, text };
    },
    stderr: () => errors,
  };
}
