import { randomUUID } from 'node:crypto';
import type { Elicit, FormField } from '../../core/elicitation/elicitation.ts';
import { SimseError } from '../../core/errors.ts';
import type { ShowLogIn } from '../../core/ports/mcp-host.ts';
import type { EmitEvent } from '../../core/state/events.ts';

interface Parts {
  elicit: Elicit;
  emit: EmitEvent;
  /** Opens a page in the user's browser. Rejects when there is none. */
  openUrl(url: string): Promise<void>;
}

const ADDRESS: FormField = {
  key: 'address',
  label: 'Address',
  required: true,
  type: 'text',
  options: [],
  format: 'uri',
};

const OPENED = 'The login page is open in your browser. This goes away when you are done there.';
const UNOPENED = 'No browser could be opened here. Open the page above in any browser.';
const PASTE = 'If the browser ends at an address that does not load, copy that address here.';

/**
 * Puts login pages of MCP servers to the user, who opens them in the browser by agreeing. Until the login has ended, which
 * aborts the signal, the user can leave it, or bring the address that a browser elsewhere ended at.
 */
export function createShowLogIn({ elicit, emit, openUrl }: Parts): ShowLogIn {
  return async ({ server, url }, { signal }) => {
    const context = { askedBy: server, signal };
    const message = `${server} needs you to log in.`;
    const agreed = await elicit({ mode: 'url', message, url, id: randomUUID(), opens: true }, context);
    if (agreed.action !== 'accept') throw declined(server);
    const isOpened = await opens(() => openUrl(url));
    if (!isOpened) emit({ type: 'notice', level: 'info', source: server, text: `the login page is\n${url}` });
    const words = `${isOpened ? OPENED : UNOPENED} ${PASTE}`;
    const answer = await elicit({ mode: 'form', message: words, fields: [ADDRESS] }, context);
    const address = answer.action === 'accept' ? answer.content?.['address'] : undefined;
    if (typeof address !== 'string') throw declined(server);
    return address;
  };
}

async function opens(open: () => Promise<void>): Promise<boolean> {
  try {
    await open();
    return true;
  } catch (thrown) {
    if (thrown instanceof SimseError) return false;
    throw thrown;
  }
}

function declined(server: string): SimseError {
  return new SimseError('cancelled', `The login to ${server} was left.`);
}
