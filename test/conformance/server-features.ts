import { setTimeout as delay } from 'node:timers/promises';
import type { ContentBlock } from '../../src/core/content.ts';
import type { FormField } from '../../src/core/elicitation/elicitation.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { ToolResult } from '../../src/core/ports/catalogue.ts';
import type { OwnTool, OwnToolContext } from '../../src/core/ports/own-tool.ts';
import type { ResourceSource, ServerFeatures, ServerPrompt } from '../../src/mcp-server/features.ts';

/** A red pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** No sound. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const image: ContentBlock = { type: 'image', data: PNG, mimeType: 'image/png' };
const text = (words: string): ContentBlock => ({ type: 'text', text: words });
const result = (...content: ContentBlock[]): ToolResult => ({ content, isError: false });

/** What the suite for servers expects a server to have, registered as simse registers its own. */
export function conformanceFeatures(): ServerFeatures {
  return {
    tools: () => TOOLS,
    onToolsChanged: () => () => {},
    resources: [RESOURCES],
    prompts: PROMPTS,
    roots: [process.cwd()],
    instructions: 'What the conformance suite asks for.',
  };
}

function tool(
  name: string,
  call: (args: JsonObject, context: OwnToolContext) => ToolResult | Promise<ToolResult>,
  properties: JsonObject = {},
): OwnTool {
  return {
    name,
    title: name,
    description: `Fixture ${name}`,
    inputSchema: { type: 'object', properties, required: Object.keys(properties) },
    call: async (args, context) => call(args, context),
  };
}

const string = { type: 'string' };

const TOOLS: OwnTool[] = [
  tool('test_simple_text', () => result(text('This is a simple text response for testing.'))),
  tool('test_image_content', () => result(image)),
  tool('test_audio_content', () => result({ type: 'audio', data: WAV, mimeType: 'audio/wav' })),
  tool('test_embedded_resource', () => result(embedded('test://embedded-resource'))),
  tool('test_multiple_content_types', () =>
    result(text('Multiple content types test:'), image, embedded('test://mixed-content-resource')),
  ),
  tool('test_tool_with_logging', async (_args, { log }) => {
    for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      log('info', words);
      await delay(50);
    }
    return result(text('Logged three times.'));
  }),
  tool('test_error_handling', () => ({
    content: [text('This tool intentionally returns an error for testing')],
    isError: true,
  })),
  tool('test_tool_with_progress', async (_args, { onProgress }) => {
    for (const progress of [0, 50, 100]) {
      onProgress({ progress, total: 100 });
      await delay(50);
    }
    return result(text('Done.'));
  }),
  tool(
    'test_sampling',
    async ({ prompt }, { sample }) => {
      const messages = [{ role: 'user' as const, content: [text(typeof prompt === 'string' ? prompt : '')] }];
      const answer = await sample?.({ messages, maxTokens: 100 });
      return result(text(`LLM response: ${answer?.text}`));
    },
    { prompt: string },
  ),
  tool(
    'test_elicitation',
    ({ message }, context) =>
      elicit(context, typeof message === 'string' ? message : '', [
        field('username', string),
        field('email', string),
      ]),
    { message: string },
  ),
  tool('test_elicitation_sep1034_defaults', (_args, context) =>
    elicit(context, 'Defaults', [
      field('name', { type: 'string', default: 'John Doe' }),
      field('age', { type: 'integer', default: 30 }),
      field('score', { type: 'number', default: 95.5 }),
      field('status', { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' }),
      field('verified', { type: 'boolean', default: true }),
    ]),
  ),
  tool('test_elicitation_sep1330_enums', (_args, context) =>
    elicit(context, 'Choices', [
      field('untitledSingle', { type: 'string', enum: ['option1', 'option2', 'option3'] }),
      field('titledSingle', { type: 'string', oneOf: titled('value1', 'value2') }),
      field('legacyEnum', {
        type: 'string',
        enum: ['opt1', 'opt2'],
        enumNames: ['Option One', 'Option Two'],
      }),
      field('untitledMulti', { type: 'array', items: { type: 'string', enum: ['option1', 'option2'] } }),
      field('titledMulti', { type: 'array', items: { anyOf: titled('value1', 'value2') } }),
    ]),
  ),
  {
    ...tool('json_schema_2020_12_tool', () => result(text('ok'))),
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { address: { type: 'object', properties: { street: string, city: string } } },
      properties: { name: string, address: { $ref: '#/$defs/address' } },
      additionalProperties: false,
    },
  },
  tool('test_reconnection', async (_args, { releaseStream }) => {
    releaseStream?.();
    await delay(100);
    return result(text('Answered after the stream was let go.'));
  }),
];

function embedded(uri: string): Extract<ContentBlock, { type: 'resource' }> {
  return { type: 'resource', uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
}

function titled(...values: string[]): JsonObject[] {
  return values.map((value) => ({ const: value, title: `The ${value}` }));
}

function field(key: string, schema: JsonObject): FormField {
  return { key, label: key, required: true, type: 'text', options: [], schema };
}

async function elicit(
  { elicit: ask, caller }: OwnToolContext,
  message: string,
  fields: FormField[],
): Promise<ToolResult> {
  const answer = await ask?.({ mode: 'form', message, fields }, { askedBy: caller });
  const content = answer?.action === 'accept' ? answer.content : {};
  return result(text(`Elicitation completed: action=${answer?.action}, content=${JSON.stringify(content)}`));
}

const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

const RESOURCES: ResourceSource = {
  templates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  async list() {
    return ['static-text', 'static-binary', 'watched-resource'].map((name) => ({
      uri: `test://${name}`,
      name,
      description: `Fixture ${name}`,
    }));
  },
  async read(uri) {
    const id = TEMPLATE.exec(uri)?.[1];
    if (id !== undefined) {
      const data = { id, templateTest: true, data: `Data for ID: ${id}` };
      return [{ type: 'resource', uri, mimeType: 'application/json', text: JSON.stringify(data) }];
    }
    if (uri === 'test://static-binary') return [{ type: 'resource', uri, mimeType: 'image/png', blob: PNG }];
    if (uri !== 'test://static-text' && uri !== 'test://watched-resource') return null;
    const words = 'This is the content of the static text resource.';
    return [{ type: 'resource', uri, mimeType: 'text/plain', text: words }];
  },
  complete: async () => [],
  onChange: () => () => {},
};

const PROMPTS: ServerPrompt[] = [
  prompt('test_simple_prompt', [], () => [text('This is a simple prompt for testing.')]),
  prompt('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1, arg2 }) => [
    text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  ]),
  prompt('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri = '' }) => [
    embedded(resourceUri),
    text('Please process the embedded resource above.'),
  ]),
  prompt('test_prompt_with_image', [], () => [image, text('Please analyze the image above.')]),
];

function prompt(
  name: string,
  args: string[],
  messages: (args: Readonly<Record<string, string>>) => ContentBlock[],
): ServerPrompt {
  return {
    name,
    description: `Fixture ${name}`,
    arguments: args.map((argument) => ({ name: argument, required: true })),
    get: async (given) => messages(given).map((content) => ({ role: 'user' as const, content })),
    complete: async (_argument, value) => ['test', 'testValue1'].filter((known) => known.startsWith(value)),
  };
}
