import type { McpClientServices } from '../../core/mcp-host.ts';

/** Names what simse does for servers: many have more tools for a client that answers more. */
export function clientLabel({ elicit, sample }: McpClientServices): string {
  const does = [
    { what: 'elicitation', who: elicit },
    { what: 'sampling', who: sample },
  ];
  return does.flatMap(({ what, who }) => (who === undefined ? [] : [what])).join(' ');
}
