import type { ContentBlock } from '../../src/core/content.ts';
import { SimseError } from '../../src/core/errors.ts';
import type { McpClientServices, McpHost } from '../../src/core/ports/mcp-host.ts';
import type { McpOffers, McpPromptMessage } from '../../src/core/ports/mcp-offers.ts';
import type { McpServerStatus } from '../../src/core/state/events.ts';
import { fakeMcpHost } from './fake-ports.ts';

export const SHOP: McpServerStatus = {
  name: 'shop',
  state: 'ready',
  transport: 'stdio',
  target: 'shop-mcp',
  tools: 2,
  prompts: 3,
  resources: 1,
  restarts: 0,
};
const DOWN: McpServerStatus = { ...SHOP, name: 'down', state: 'failed', detail: 'it crashed', tools: 0 };

const says = (role: McpPromptMessage['role'], text: string): McpPromptMessage => ({
  role,
  content: { type: 'text', text },
});
const NOTES: ContentBlock = {
  type: 'resource',
  uri: 'shop://notes',
  mimeType: 'text/plain',
  text: 'buy milk',
};

export interface ShopHost extends McpHost {
  /** What was done to it, in words. */
  done: string[];
  services: McpClientServices;
  /** Shows a server in another state. */
  show(status: McpServerStatus): void;
}

/** A host with two servers: `shop`, with prompts and a resource, and `down`, which has failed. */
export function shopHost(over: Partial<McpHost> = {}): ShopHost {
  const done: string[] = [];
  const servers = new Map([SHOP, DOWN].map((server) => [server.name, server]));
  const listeners = new Set<(status: McpServerStatus) => void>();
  const note = (what: string) => Promise.resolve(void done.push(what));
  const host: ShopHost = {
    ...fakeMcpHost(),
    done,
    services: {},
    show(status) {
      servers.set(status.name, status);
      for (const listener of listeners) listener(status);
    },
    status: () => [...servers.values()],
    start: () => note('start'),
    offers: { ...fakeMcpHost().offers, ...OFFERS },
    serveClient(services) {
      host.services = services;
    },
    setRoots: (roots) => void note(`roots ${roots.join(' ')}`),
    restart: (name) => note(`restart ${name}`),
    setEnabled: (name, enabled) => note(`${enabled ? 'enable' : 'disable'} ${name}`),
    logIn: (name) => note(`log in ${name}`),
    logOut: (name) => note(`log out ${name}`).then(() => name === 'shop'),
    recentLog: () => ['listening'],
    instructions: (name) => (name === 'shop' ? 'Ask before you refund.' : null),
    onStatus(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...over,
  };
  return host;
}

const OFFERS: Partial<McpOffers> = {
  prompts: () => [
    {
      server: 'shop',
      name: 'greet',
      description: 'Greets somebody.',
      arguments: [
        { name: 'name', description: 'Who it is.', required: true },
        { name: 'style', required: false },
      ],
    },
    { server: 'shop', name: 'joke', description: '', arguments: [] },
  ],
  resources: () => [{ server: 'shop', uri: 'shop://notes', name: 'notes' }],
  getPrompt(_server, name, args) {
    if (name === 'joke') {
      const image: ContentBlock = { type: 'image', mimeType: 'image/png', data: 'iVBORw0=' };
      return Promise.resolve([
        says('user', 'Knock knock.'),
        says('assistant', 'Who is there?'),
        { role: 'user', content: image },
      ]);
    }
    return Promise.resolve([says('user', `Greet ${args['name']}${args['style'] ?? ''}!`)]);
  },
  readResource(_server, uri) {
    return uri === 'shop://notes'
      ? Promise.resolve([NOTES])
      : Promise.reject(new SimseError('not_found', `there is no ${uri}`));
  },
};
