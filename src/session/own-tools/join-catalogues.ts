import type { ToolCatalogue } from '../../core/ports/catalogue.ts';
import { OWN_SERVER, splitQualifiedName } from '../../core/text/tool-names.ts';

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
