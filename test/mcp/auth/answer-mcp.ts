import type { HttpAnswer } from './serve-http.ts';

const TOOL = { name: 'whoami', description: 'Says hello.', inputSchema: { type: 'object' } };

/** The answer of a small MCP server with one tool. */
export function answerMcp(message: {
  id?: unknown;
  method?: string;
  params?: { protocolVersion?: unknown };
}): HttpAnswer {
  const { id, method, params } = message;
  if (id === undefined) return { status: 202 };
  const results: Record<string, unknown> = {
    initialize: {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'guarded', version: '1.0.0' },
    },
    'tools/list': { tools: [TOOL] },
    'tools/call': { content: [{ type: 'text', text: 'hello' }] },
    ping: {},
  };
  return { status: 200, json: { jsonrpc: '2.0', id, result: results[method ?? ''] ?? {} } };
}
