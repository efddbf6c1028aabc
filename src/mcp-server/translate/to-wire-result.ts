import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import type { SimseError } from '../../core/errors.ts';
import { isRecord } from '../../core/json.ts';
import type { OwnTool } from '../../core/ports/own-tool.ts';
import type { ToolResult } from '../../core/ports/catalogue.ts';
import { toWireBlock } from './to-wire-content.ts';

/** A tool as clients are told of it. */
export function toWireTool({ call: _call, ...definition }: OwnTool): Tool {
  return definition as Tool;
}

export function toWireResult({ content, structuredContent, isError }: ToolResult): CallToolResult {
  return {
    content: content.map(toWireBlock),
    ...(isRecord(structuredContent) ? { structuredContent } : {}),
    isError,
  };
}

/** A call that could not be made. */
export function toWireFailure(error: SimseError): CallToolResult {
  return { content: [{ type: 'text', text: failureText(error) }], isError: true };
}

/** A failure in words that help the model: what went wrong and what could be done. */
export function failureText({ message, hint }: SimseError): string {
  return hint === undefined ? message : `${message.replace(/\.$/, '')}. ${hint}`;
}
