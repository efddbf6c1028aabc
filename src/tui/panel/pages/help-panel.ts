import { promptName } from '../../../core/ports/mcp-prompt-line.ts';
import type { AgentCommand } from '../../../core/state/events.ts';
import { cleanLine } from '../../../core/text/clean-text.ts';
import { countOf } from '../../../core/text/quantities.ts';
import { textLines } from '../../draw/line.ts';
import { span } from '../../draw/span.ts';
import { type ListedKey, labelsWithin, listKeys } from '../../keys/key-columns.ts';
import type { ActionName } from '../../keys/keymap.ts';
import { indentedRows } from '../detail-rows.ts';
import type { ListPage, PanelItem, PanelSources } from '../panel-page.ts';

/** Of the keys that do the same. */
const SHOWN_CHARS = 20;

/** `/help`: commands and keys, and how things are done. */
export function helpPanel({ commands, keymap, session, mcp }: PanelSources): ListPage {
  const agents = new Set(session.commands.map(({ name }) => name));
  const prompts = new Set(mcp.prompts.map(promptName));
  const offered = (command: AgentCommand) => prompts.has(command.name);
  const agentsOwn = (command: AgentCommand) => !offered(command) && agents.has(command.name);
  const own = commands.filter((command) => !offered(command) && !agentsOwn(command));
  return {
    kind: 'list',
    title: 'Help',
    note: countOf(commands.length, 'command'),
    items: [
      ...own.map((command) => commandItem(command, 'Commands')),
      ...commands.filter(agentsOwn).map((command) => commandItem(command, `Commands of ${session.backend}`)),
      ...commands.filter(offered).map((command) => commandItem(command, 'Prompts of MCP servers')),
      ...listKeys(keymap).flatMap(({ group, keys }) => keys.map((key) => keyItem(group, key))),
      ...HOW_TOS.map(({ title }) => ({ id: title, section: 'How to', cells: [span(title)] })),
    ],
    empty: '',
    open(id) {
      const howTo = HOW_TOS.find(({ title }) => title === id);
      if (howTo === undefined) return null;
      const { title, text } = howTo;
      const told = text((name) => keymap.labelOf(name) ?? `(no key: ${name})`);
      return { kind: 'text', title, note: '', rows: (columns) => indentedRows(textLines(told), columns) };
    },
  };
}

function commandItem({ name, hint = '', description }: AgentCommand, section: string): PanelItem {
  return {
    id: `/${name}`,
    section,
    cells: [span(`/${name}`), span(`${cleanLine(description)}  ${hint}`.trimEnd(), 'dim')],
    keys: [{ actions: ['panel.take'], label: 'insert', does: { type: 'draft', text: `/${name} ` } }],
  };
}

function keyItem(group: string, { name, help, chords }: ListedKey): PanelItem {
  return {
    id: `key ${name}`,
    section: `Keys: ${group}`,
    cells: [span(labelsWithin({ chords }, SHOWN_CHARS), 'accent'), span(help, 'dim')],
    keys: [],
  };
}

/** How something is done, for who looks for it in the help. */
interface HowTo {
  title: string;
  /** With the keys as the user has them. */
  text(key: (name: ActionName) => string): string;
}

const HOW_TOS: readonly HowTo[] = [
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
    title: 'Switch to another agent',
    text: () =>
      '/agent lists the agents; the one you choose gets the conversation so far. They are in acp.json; simse agents add writes an entry.',
  },
  {
    title: 'Resume an earlier session',
    text: () =>
      '/resume shows those of this directory. In a shell, simse --continue resumes the last one, and simse --resume with one you pick.',
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
