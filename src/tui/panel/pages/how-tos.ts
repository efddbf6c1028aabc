import type { ActionName } from '../../keys/key-binding.ts';

/** How something is done, for who looks for it in the help. */
export interface HowTo {
  title: string;
  /** With the keys as the user has them. */
  text(key: (name: ActionName) => string): string;
}

export const HOW_TOS: readonly HowTo[] = [
  {
    title: 'Write a prompt of several lines',
    text: (key) =>
      `${key('newline')} begins a new line. So does a backslash before ${key('send')}, and Shift+Enter where the terminal tells it from Enter.`,
  },
  {
    title: 'Give the agent a file',
    text: () => 'Type @ and some letters of its path. @server:uri names a resource of an MCP server.',
  },
  {
    title: 'Say something while a turn runs',
    text: (key) =>
      `${key('send')} sends it to the agent where that takes it, and else queues it. ${key('up')} on an empty draft brings back what is queued. ${key('escape')} interrupts the turn.`,
  },
  {
    title: 'Stop being asked',
    text: (key) =>
      `Answer with "for this session", or add a rule in /permissions: allow shell(git status*). Rules that stay are written in config.json. ${key('next-mode')} goes to the next permission mode.`,
  },
  {
    title: 'Go on with another agent',
    text: () =>
      '/server shows the backends; the one you choose is told the conversation so far. acp.json names them, and simse backends add writes an entry.',
  },
  {
    title: 'Go on with an earlier session',
    text: () =>
      '/resume shows those of this directory. In a shell, simse --continue goes on with the last one, and simse --resume with one you pick.',
  },
  {
    title: 'Use an MCP server',
    text: () =>
      'simse mcp add writes one into mcp.json. /mcp shows how the servers are, /tools what they can do; every agent can use them.',
  },
  {
    title: 'Keep something for later',
    text: () =>
      'Begin a line with # to put a note into the library, which all your agents can search. /library shows what is in it.',
  },
];
