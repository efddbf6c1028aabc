import type { McpEntry } from '../../config/edit-mcp-entries.ts';
import { hideSecrets } from '../../config/map-secrets.ts';
import { quoteCommandLine, quoteWord } from '../../platform/command-line.ts';

/** All that a server would run or reach, as one line with the secrets hidden: variables, command and words, or address and headers. */
export function describeEntry(entry: McpEntry): string {
  const { command, args = [], env = {}, cwd, url, headers = {}, headersHelper } = hideSecrets(entry);
  if (command === undefined) {
    const sent = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
    const helper = headersHelper === undefined ? [] : [`headers by ${headersHelper}`];
    return [url ?? '', ...sent, ...helper].join(', ');
  }
  const variables = Object.entries(env).map(([variable, value]) => `${variable}=${quoteWord(value)}`);
  const line = [...variables, quoteCommandLine([command, ...args])].join(' ');
  return cwd === undefined ? line : `${line} (in ${cwd})`;
}
