import type { ToolStep } from '../plain-form/step.ts';
import { callMcpTool } from '../tools/call-mcp-tool.ts';
import { findByGlob } from '../tools/find-by-glob.ts';
import { grep } from '../tools/grep.ts';
import { listFolder } from '../tools/list-folder.ts';
import { listMcpTools } from '../tools/list-mcp-tools.ts';
import { readFile } from '../tools/read-file.ts';
import { runShell } from '../tools/run-shell.ts';
import type { ToolContext, ToolInvocation } from '../tools/tool-invocation.ts';
import { writeFile } from '../tools/write-file.ts';

/** The use of a tool that a step stands for. */
export function prepareStep(step: ToolStep, context: ToolContext): ToolInvocation {
  switch (step.command) {
    case 'read':
      return readFile(context, step);
    case 'list':
      return listFolder(context, step);
    case 'find':
      return findByGlob(context, step);
    case 'grep':
      return grep(context, step);
    case 'write':
      return writeFile(context, { ...step, onlySeen: false });
    case 'run':
      return runShell(context, step);
    case 'call':
      return callMcpTool(context, step);
    case 'tools':
      return listMcpTools(context);
  }
}
