import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The peers that start without a network: how, what has to be in the user's home for them to ask nothing first, and what
 * stands on the screen when a prompt can be typed.
 */
const PEERS = [
  {
    name: 'gemini',
    args: [],
    ready: /Type your message/,
    files: {
      '.gemini/settings.json': {
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      },
    },
  },
  {
    name: 'codex',
    args: ['--no-daemon', '-s', 'read-only', '-a', 'never'],
    ready: /›/,
    files: { '.codex/auth.json': { auth_mode: 'apikey', OPENAI_API_KEY: 'none' } },
  },
  { name: 'opencode', args: [], ready: /Ask anything/, files: {} },
];
/** They want a key before they show a prompt; none is ever used. */
const KEYS = { GEMINI_API_KEY: 'none', OPENAI_API_KEY: 'none' };

/** The peers that are installed in `dir`, or each in a folder of its own name in it. */
export function findPeers(dir) {
  return PEERS.flatMap(({ name, args, ready, files }) => {
    const places = [dir, path.join(dir, name)].map((place) => path.join(place, 'node_modules/.bin', name));
    const program = places.find((place) => existsSync(place));
    return program === undefined ? [] : [{ name, command: [program, ...args], ready, files, env: KEYS }];
  });
}
