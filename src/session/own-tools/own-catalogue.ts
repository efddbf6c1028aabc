import { SimseError } from '../../core/errors.ts';
import type { CatalogueTool, ToolCatalogue } from '../../core/ports/catalogue.ts';
import type { OwnTool } from '../../core/ports/own-tool.ts';
import { OWN_SERVER, qualifiedName, splitQualifiedName } from '../../core/text/tool-names.ts';
import type { LazyLibrary } from '../user-library.ts';

interface OwnCatalogueOptions {
  /** Called once, when the tools are first needed. */
  load(): Promise<readonly OwnTool[]>;
  /** Whether whoever calls may have them. */
  isOffered(): boolean;
  /** Who calls. */
  caller(): string;
}

/** Tools of simse's own, as those of one more server. There are none before `ready` was called. */
export function createOwnCatalogue({ load, isOffered, caller }: OwnCatalogueOptions): ToolCatalogue {
  const listeners = new Set<() => void>();
  let tools: ReadonlyMap<string, OwnTool> = new Map();
  let loading: Promise<void> | undefined;

  const loadOnce = async (): Promise<void> => {
    tools = new Map((await load()).map((tool) => [tool.name, tool]));
    for (const listener of listeners) listener();
  };
  const ready = async (): Promise<void> => {
    if (isOffered()) await (loading ??= loadOnce());
  };
  const find = (name: string): OwnTool | undefined => {
    const parts = splitQualifiedName(name);
    return isOffered() && parts?.server === OWN_SERVER ? tools.get(parts.tool) : undefined;
  };

  return {
    ready,
    list: () => (isOffered() ? Array.from(tools.values(), toCatalogueTool) : []),
    find(name) {
      const tool = find(name);
      return tool === undefined ? undefined : toCatalogueTool(tool);
    },
    async call(name, args, { signal = new AbortController().signal, onProgress = () => {} } = {}) {
      await ready();
      const tool = find(name);
      if (tool === undefined) throw new SimseError('not_found', `there is no tool ${name}`);
      // A backend is told of results and progress, and has no ear for more.
      return tool.call(args, { signal, onProgress, log() {}, caller: caller() });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function toCatalogueTool({ call: _call, name: tool, ...definition }: OwnTool): CatalogueTool {
  return { ...definition, name: qualifiedName(OWN_SERVER, tool), server: OWN_SERVER, tool };
}

/** The tools of the user's servers and simse's own, as one catalogue. */
export function joinCatalogues(servers: ToolCatalogue, own: ToolCatalogue): ToolCatalogue {
  const having = (name: string): ToolCatalogue =>
    splitQualifiedName(name)?.server === OWN_SERVER ? own : servers;
  return {
    async ready() {
      await Promise.all([servers.ready(), own.ready()]);
    },
    list: () => [...servers.list(), ...own.list()],
    find: (name) => having(name).find(name),
    call: (name, args, options) => having(name).call(name, args, options),
    onChange(listener) {
      const stops = [servers.onChange(listener), own.onChange(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** Tools of simse's own for a session's agents. */
export interface OwnToolSet {
  load(): Promise<readonly OwnTool[]>;
  /** What agents are told about them. */
  readonly instructions: string;
}

const INSTRUCTIONS =
  'The library_* tools are a memory that all the agents of this user share, across projects. Search it before you ask the user for facts about their projects, and shelve what later sessions should know: decisions, conventions, how something is done.';

/** The library's tools. Neither their code nor the library is loaded before it is needed. */
export function libraryToolSet({ open }: Pick<LazyLibrary, 'open'>): OwnToolSet {
  return {
    instructions: INSTRUCTIONS,
    async load() {
      const { libraryTools } = await import('./library-tools.ts');
      return libraryTools(open);
    },
  };
}
