import { randomUUID } from 'node:crypto';
import type { McpClientServices } from '../core/mcp-host.ts';
import { SimseError } from '../core/errors.ts';
import type { Elicit, EmitEvent } from '../core/ports.ts';

export type ShowLogIn = NonNullable<McpClientServices['showLogIn']>;

interface Parts {
  elicit: Elicit;
  emit: EmitEvent;
  /** Opens a page in the user's browser. Rejects when there is none. */
  openUrl(url: string): Promise<void>;
}

/**
 * Puts login pages of MCP servers to the user, who opens them in the browser by agreeing. Where none can be opened, the
 * user opens the page anywhere and brings back the address that it ended at.
 */
export function createShowLogIn({ elicit, emit, openUrl }: Parts): ShowLogIn {
  return async ({ server, url }, { signal }) => {
    const message = `${server} needs you to log in.`;
    const answer = await elicit(
      { mode: 'url', message, url, id: randomUUID(), opens: true },
      { askedBy: server, signal },
    );
    if (answer.action !== 'accept') throw declined(server);
    const tell = (text: string) => emit({ type: 'notice', level: 'info', source: server, text });
    try {
      await openUrl(url);
      tell('the login page is open in your browser');
      return null;
    } catch (thrown) {
      if (!(thrown instanceof SimseError)) throw thrown;
      tell(`${thrown.message}; this is the login page:\n${url}`);
      return askAddress(server, elicit, signal);
    }
  };
}

async function askAddress(server: string, elicit: Elicit, signal: AbortSignal): Promise<string> {
  const answer = await elicit(
    {
      mode: 'form',
      message:
        'Open the login page in any browser. It ends at an address that may not load: copy that address here.',
      fields: [
        { key: 'address', label: 'Address', required: true, type: 'text', options: [], format: 'uri' },
      ],
    },
    { askedBy: server, signal },
  );
  const address = answer.action === 'accept' ? answer.content?.['address'] : undefined;
  if (typeof address !== 'string') throw declined(server);
  return address;
}

function declined(server: string): SimseError {
  return new SimseError('cancelled', `The login at ${server} was left.`);
}
