import { existsSync } from 'node:fs';
import path from 'node:path';

/** The peers that start without a network: how, and what stands on the screen when a prompt can be typed. */
const PEERS = [
  { name: 'gemini', args: [], ready: /Type your message/ },
  { name: 'codex', args: ['--no-daemon'], ready: /›/ },
  { name: 'opencode', args: [], ready: /Ask anything/ },
  { name: 'claude', args: [], ready: /❯|>/ },
];
/** They want a key before they show a prompt; none is ever used. */
const KEYS = { GEMINI_API_KEY: 'none', OPENAI_API_KEY: 'none', ANTHROPIC_API_KEY: 'none' };

/** The peers that are installed in `dir`, or each in a folder of its own name in it. */
export function findPeers(dir, env) {
  return PEERS.flatMap(({ name, args, ready }) => {
    const places = [dir, path.join(dir, name)].map((place) => path.join(place, 'node_modules/.bin', name));
    const program = places.find((place) => existsSync(place));
    return program === undefined
      ? []
      : [{ name, command: [program, ...args], ready, env: { ...env, ...KEYS } }];
  });
}
