import { countOf } from '../draw/quantities.ts';
import type { McpView } from './mcp-view.ts';

/** `2 resources` and `1 template` of a server; what there is none of is left out. */
export function countResources({ resources, templates }: McpView, server: string): string[] {
  const count = (offers: readonly { server: string }[], noun: string): string[] => {
    const own = offers.filter((offer) => offer.server === server).length;
    return own === 0 ? [] : [countOf(own, noun)];
  };
  return [...count(resources, 'resource'), ...count(templates, 'template')];
}
