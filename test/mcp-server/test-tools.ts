import * as z from 'zod';
import { SimseError } from '../../src/core/errors.ts';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import type { ToolResult } from '../../src/core/ports/catalogue.ts';
import type { OwnTool, OwnToolContext } from '../../src/core/ports/own-tool.ts';
import type { ServerFeatures } from '../../src/mcp-server/features.ts';
import { defineTool, structured } from '../../src/session/own-tools/define-tool.ts';

export interface TestTools {
  features: ServerFeatures;
  /** The calls of `wait` that are under way, by the name that each was given, and what has become of the others. */
  waiting: Map<string, { answer(text: string): void }>;
  cancelled: string[];
}

const word = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
const text = (words: string): ToolResult => ({ content: [{ type: 'text', text: words }], isError: false });

/** Tools that end in each way in which a tool can. */
export function createTestTools(): TestTools {
  const waiting: TestTools['waiting'] = new Map();
  const cancelled: string[] = [];
  const tools: OwnTool[] = [
    tool('echo', ({ words }) => text(word(words))),
    tool('who', (_args, { caller }) => text(caller)),
    tool('stats', () => structured({ documents: 3, index: 'papers' })),
    tool('answer', () => ({ ...text('It is done.'), structuredContent: { sessionId: 'abc' } })),
    tool('nested', () => structured({ content: ['not of MCP'] })),
    tool('picture', () => ({
      content: [{ type: 'image', mimeType: 'image/png', data: 'iVBORw0=' }],
      isError: false,
    })),
    tool('large', ({ bytes }) => text('x'.repeat(Number(bytes)))),
    tool('fail', () => ({ ...text('the disk is full'), isError: true })),
    tool('lose', () => {
      throw new SimseError('not_found', 'There is no index papers.', { hint: 'Make it first.' });
    }),
    tool('break', () => {
      throw new TypeError('is not a function');
    }),
    tool('wait', ({ name }, { signal, onProgress }) => {
      onProgress({ progress: 1, total: 2, message: 'half way' });
      return new Promise((resolve, reject) => {
        waiting.set(word(name), { answer: (words) => resolve(text(words)) });
        signal.addEventListener('abort', () => {
          cancelled.push(word(name));
          reject(new SimseError('cancelled', 'was cancelled'));
        });
      });
    }),
    defineTool(
      z.object({ query: z.string(), limit: z.int().positive().default(10) }),
      async ({ query, limit }) => structured({ matches: [query], total: limit }),
      { name: 'document_search', title: 'Search', description: 'Search through document collections' },
    ),
  ];
  const features: ServerFeatures = {
    tools: () => tools,
    onToolsChanged: () => () => {},
    resources: [],
    prompts: [],
    roots: [],
    instructions: 'For tests.',
  };
  return { features, waiting, cancelled };
}

function tool(
  name: string,
  run: (args: JsonObject, context: OwnToolContext) => ToolResult | Promise<ToolResult>,
): OwnTool {
  return {
    name,
    title: name,
    description: `Tool ${name}`,
    inputSchema: { type: 'object' },
    call: async (args, context) => run(args, context),
  };
}
