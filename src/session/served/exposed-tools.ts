import type { McpHost } from '../../core/ports/mcp-host.ts';
import type { OwnTool } from '../../core/ports/own-tool.ts';
import { matchesPattern } from '../../core/gate/permission-rule.ts';
import type { CatalogueTool, ToolCatalogue } from '../../core/ports/catalogue.ts';
import { createAliasBook } from '../../mcp-server/bridge/alias-book.ts';
import { gateCatalogue } from '../servers/gated-catalogue.ts';
import { withholdWords } from '../servers/withhold-words.ts';
import type { CallerRelay } from './caller-relay.ts';
import { gateForCaller, type ServedGate } from './gate-for-caller.ts';

/**
 * The tools of the user's servers whose name fits one of the patterns, as they are now: named `server__tool`, each call
 * through the gate, and what the server asks meanwhile through the relay.
 */
export function exposedTools(
  { catalogue }: Pick<McpHost, 'catalogue'>,
  patterns: readonly string[],
  gate: ServedGate,
  relay: CallerRelay,
): () => OwnTool[] {
  const names = createAliasBook();
  const isExposed = ({ name }: CatalogueTool) => patterns.some((pattern) => matchesPattern(pattern, name));
  return () =>
    catalogue
      .list()
      .filter(isExposed)
      .map((tool) => toOwnTool(tool, names.aliasOf(tool.name), catalogue, { gate, relay }));
}

/** Without the schema of what it returns: a server may not keep to it, a cap may cut it off, and clients throw such results away. */
function toOwnTool(
  tool: CatalogueTool,
  name: string,
  catalogue: ToolCatalogue,
  { gate, relay }: { gate: ServedGate; relay: CallerRelay },
): OwnTool {
  const {
    title = tool.name,
    description,
    inputSchema,
    annotations,
  } = tool.change === undefined ? tool : withholdWords(tool);
  return {
    name,
    title,
    description,
    inputSchema,
    ...(annotations === undefined ? {} : { annotations }),
    call(args, context) {
      const { signal, caller, onProgress } = context;
      const relayed: ToolCatalogue = {
        ...catalogue,
        call: (...call) => relay.during(tool.server, context, () => catalogue.call(...call)),
      };
      const keeper = gateForCaller(gate, context, tool.name);
      const gated = gateCatalogue(relayed, keeper, { name: () => caller, turn: () => signal });
      return gated.call(tool.name, args, { signal, onProgress });
    },
  };
}
