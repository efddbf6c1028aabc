import { createHash } from 'node:crypto';
import type { McpServerConfig } from '../../config/mcp-server-config.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import type { ToolChange } from '../../core/tool-call.ts';
import {
  createPinReader,
  createPinWriter,
  type PinnedServer,
  type Pins,
  type PinWriter,
} from './pin-file.ts';
import {
  compareTools,
  type Definitions,
  INSTRUCTIONS,
  type PinnedTool,
  readDefinitions,
} from './tool-definition.ts';

/** Twice as many as a server may offer: those that are gone are remembered too, the oldest not for ever. */
const MAX_PINNED_TOOLS = 2000;
const NO_PINS: Pins = { rebuilt: false, servers: [] };
/** What takes the place of a file that cannot be read. */
const REBUILT_PINS: Pins = { rebuilt: true, servers: [] };

export interface PinSubject {
  /** From `pinKey`. */
  key: string;
  /** In the config. */
  name: string;
}

interface PinCheck {
  /** By tool name. Who offers the tools puts each into its `CatalogueTool.change`. */
  changes: ReadonlyMap<string, ToolChange>;
  /** What is wrong with the pins, one line each, without the server's name. */
  problems: string[];
}

/**
 * What every server's tools were when the user last approved of them. The first list of a server is approved as it is;
 * from then on a tool that is new, or not what it was, is a change until it is accepted. One that is gone stays pinned.
 */
export interface ToolPins {
  /**
   * Holds a whole list of tools, as the server sent it, against the pins; to be called with every list that is read,
   * before its tools are offered. Never rejects: what could not be read or kept is one of the problems.
   */
  check(server: PinSubject, listed: readonly unknown[]): Promise<PinCheck>;
  /**
   * Approves of a tool as it was last checked; the change is over with that, and whoever keeps it drops it. Rejects with
   * SimseError('not_found') when its definition has another hash by now, and with 'store_failed' when it could not be
   * kept: then it holds for this run all the same.
   */
  accept(server: PinSubject, tool: string, hash: string): Promise<void>;
  /** The names of the tools that are pinned, those that are gone too; null before the server was first seen. */
  pinned(server: PinSubject): Promise<string[] | null>;
  /** Makes the next list the first again. Resolves with whether anything was pinned. */
  forget(server: PinSubject): Promise<boolean>;
  /** Whether the file is there and cannot be read, in which case every tool is new. */
  isDamaged(): Promise<boolean>;
}

/** Keeps the pins in a file, which is only written when something is approved. Nothing is read before the first check. */
export function openToolPins(file: string): ToolPins {
  return new FilePins(file);
}

class FilePins implements ToolPins {
  readonly #file: string;
  readonly #read: () => Promise<Pins | null>;
  readonly #write: PinWriter;
  /** What each server offered last. */
  readonly #offered = new Map<string, Definitions>();
  /** What holds for this run only, since it could not be written. */
  #unsaved = NO_PINS;
  #isWarned = false;

  constructor(file: string) {
    this.#file = file;
    this.#read = createPinReader(file);
    this.#write = createPinWriter(file);
  }

  async check(server: PinSubject, listed: readonly unknown[]): Promise<PinCheck> {
    const tools = readDefinitions(listed);
    this.#offered.set(server.key, tools);
    const problems: string[] = [];
    const changes = compareTools(await this.#approved(server, tools, problems), tools);
    return { changes, problems };
  }

  async accept(server: PinSubject, name: string, hash: string): Promise<void> {
    const tool = this.#offered.get(server.key)?.get(name);
    if (tool?.hash !== hash) throw new SimseError('not_found', `${server.name}/${name} has changed again`);
    const tools = byName([tool]);
    try {
      await this.#write((pins) => addTools(pins ?? REBUILT_PINS, server, tools));
    } catch (error) {
      this.#unsaved = addTools(this.#unsaved, server, tools);
      throw error;
    }
  }

  async pinned({ key }: PinSubject): Promise<string[] | null> {
    const pinned = findTools([await this.#read(), this.#unsaved], key);
    return pinned === null ? null : [...pinned.keys()].filter((name) => name !== INSTRUCTIONS);
  }

  async forget({ key }: PinSubject): Promise<boolean> {
    let wasPinned = findTools([this.#unsaved], key) !== null;
    const others = (pins: Pins): Pins => ({
      ...pins,
      servers: pins.servers.filter((server) => server.key !== key),
    });
    this.#unsaved = others(this.#unsaved);
    await this.#write((pins) => {
      if (pins === null || findTools([pins], key) === null) return null;
      wasPinned = true;
      return others(pins);
    });
    return wasPinned;
  }

  async isDamaged(): Promise<boolean> {
    return (await this.#read()) === null;
  }

  /** What the user has approved of a server, by now at the latest. */
  async #approved(server: PinSubject, tools: Definitions, problems: string[]): Promise<Definitions> {
    const pins = await this.#read();
    if (pins === null && !this.#isWarned) {
      this.#isWarned = true;
      problems.push(`${this.#file} cannot be read, so the tools of every server count as new`);
    }
    const known = this.#pinnedIn(pins, server);
    // A server that loads its tools later has shown none yet.
    if (known !== null || tools.size === 0) return known ?? tools;
    try {
      return await this.#pinFirst(server, tools);
    } catch (error) {
      problems.push(`its tools are approved for this run only: ${messageOf(error)}`);
      this.#unsaved = addTools(this.#unsaved, server, tools);
      return tools;
    }
  }

  /** Pins the first list of a server, unless another simse has been faster. */
  async #pinFirst(server: PinSubject, tools: Definitions): Promise<Definitions> {
    let pinned = tools;
    await this.#write((pins) => {
      const known = this.#pinnedIn(pins, server);
      pinned = known ?? tools;
      return known === null && pins !== null ? addTools(pins, server, tools) : null;
    });
    return pinned;
  }

  /** null for a server that was never seen, as far as the file can say so. */
  #pinnedIn(pins: Pins | null, { key }: PinSubject): Definitions | null {
    const isComplete = pins !== null && !pins.rebuilt;
    return findTools([pins, this.#unsaved], key) ?? (isComplete ? null : new Map());
  }
}

/** What several collections of pins know of a server, the later counting where they differ; null when they know nothing. */
function findTools(all: readonly (Pins | null)[], key: string): Definitions | null {
  const found = all.flatMap((pins) => pins?.servers.filter((server) => server.key === key) ?? []);
  return found.length === 0 ? null : byName(found.flatMap(({ tools }) => tools));
}

/** The pins with these definitions in place of earlier ones. The server is the youngest then, and so are the tools. */
function addTools(
  { rebuilt, servers }: Pins,
  { key, name }: { key: string; name: string },
  tools: Definitions,
): Pins {
  const before = servers.find((server) => server.key === key)?.tools ?? [];
  const kept = [...before.filter((tool) => !tools.has(tool.name)), ...tools.values()];
  const server: PinnedServer = { key, name, tools: kept.slice(-MAX_PINNED_TOOLS) };
  return { rebuilt, servers: [...servers.filter((other) => other.key !== key), server] };
}

function byName(tools: Iterable<PinnedTool>): Map<string, PinnedTool> {
  return new Map(Array.from(tools, (tool) => [tool.name, tool]));
}

/**
 * Names a server for its pins: by its entry, with variables as they are written, and for an entry of a project's own file
 * by the project too. So a server of the same name elsewhere is another, and one that is only updated is the same.
 */
export function pinKey(config: McpServerConfig, project: string | null): string {
  const { name, transport } = config;
  const target = config.transport === 'stdio' ? [config.command, ...config.args] : [config.url];
  return createHash('sha256')
    .update(JSON.stringify([name, transport, target, project]))
    .digest('hex');
}
