import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { cleanLine } from '../../core/text/clean-text.ts';
import { SimseError } from '../../core/errors.ts';
import { readJsonLines } from '../../platform/json-lines.ts';
import { type ManagedProcess, startProcess } from '../../platform/start-process.ts';
import type { ProcessOptions } from '../../platform/spawn-program.ts';

const LAST_WORDS_CHARS = 300;

/** An MCP server as a child process. With it ends its whole process group. */
export function createStdioTransport(program: ProcessOptions): Transport {
  let child: ManagedProcess | undefined;

  const transport: Transport = {
    async start() {
      child = await startProcess(program);
      void deliver(child, transport).then(() => transport.onclose?.());
    },
    send(message) {
      return new Promise((resolve) => {
        // A server that is gone takes nothing more; whoever waits for an answer learns of it by `onclose`.
        if (child === undefined) resolve();
        else child.stdin.write(`${JSON.stringify(message)}\n`, () => resolve());
      });
    },
    async close() {
      await child?.stop();
    },
  };
  return transport;
}

/** Hands on what the server says until it is gone. What is no JSON object is noise and skipped. */
async function deliver(child: ManagedProcess, transport: Transport): Promise<void> {
  try {
    for await (const line of readJsonLines(child.stdout)) {
      // Whether it is valid JSON-RPC is the SDK's to check.
      if (line.kind === 'object') transport.onmessage?.(line.value as JSONRPCMessage);
    }
  } catch {
    // Its output cannot be read any more, which is as good as its end.
  }
  const { reason } = await child.stop();
  const words = cleanLine(child.stderrTail()).slice(-LAST_WORDS_CHARS);
  transport.onerror?.(new SimseError('mcp_failed', words === '' ? reason : `${reason}: ${words}`));
}
