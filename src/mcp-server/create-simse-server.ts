import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { SessionReader } from './session-reader.ts';
import { listResources, RESOURCE_TEMPLATES, readResource } from './session-resources.ts';
import { callSessionTool, SESSION_TOOLS } from './session-tools.ts';

export interface SimseServerOptions {
  version: string;
  sessions: SessionReader;
}

/** simse as an MCP server, for one connection: what other agents may see of it. */
export function createSimseServer({ version, sessions }: SimseServerOptions): Server {
  const server = new Server(
    { name: 'simse', title: 'simse', version },
    { capabilities: { tools: {}, resources: {}, logging: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: SESSION_TOOLS }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    callSessionTool(sessions, params.name, params.arguments),
  );
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
    listResources(sessions, params?.cursor),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: RESOURCE_TEMPLATES,
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => readResource(sessions, params.uri));
  return server;
}
