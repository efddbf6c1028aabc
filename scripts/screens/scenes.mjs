import { setTimeout as delay } from 'node:timers/promises';
import { QUESTION, SCENARIOS } from './coding-session.mjs';

const ENTER = '\r';
/** In the line about the session, once the agent is there. */
const READY = 'Demo Agent';

/**
 * The pictures: what the agent does, null where none is configured yet; whether MCP servers are configured; and what the user
 * does until the screen is as it is to be shown.
 */
export const SCENES = [
  {
    name: 'first-run',
    scenario: null,
    play: (terminal) => terminal.waitFor('Which agent'),
  },
  {
    name: 'streaming',
    scenario: SCENARIOS.streaming,
    play: async (terminal) => {
      await send(terminal, QUESTION);
      await terminal.waitFor('which no test covers');
    },
  },
  {
    name: 'permission',
    scenario: SCENARIOS.permission,
    play: async (terminal) => {
      await send(terminal, QUESTION);
      await terminal.waitFor('Allow once');
    },
  },
  {
    name: 'plan',
    scenario: SCENARIOS.plan,
    play: async (terminal) => {
      await send(terminal, 'mend it, and test it');
      await terminal.waitFor('Allow once');
      await terminal.waitFor('Enter to choose');
      terminal.send('1');
      await terminal.waitFor('npm test');
    },
  },
  {
    name: 'mcp',
    scenario: SCENARIOS.idle,
    hasServers: true,
    play: async (terminal) => {
      await send(terminal, '/mcp', 'browser failed');
      await terminal.waitFor(/( ready[^]*){3}/);
    },
  },
  {
    name: 'completion',
    scenario: SCENARIOS.idle,
    play: async (terminal) => {
      await terminal.waitFor(READY);
      terminal.send('what does @che');
      await terminal.waitFor('src/checkout.ts');
    },
  },
];

async function send(terminal, prompt, ready = READY) {
  await terminal.waitFor(ready);
  terminal.send(prompt);
  await delay(50);
  terminal.send(ENTER);
}
