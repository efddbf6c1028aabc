/** What an MCP server may list. */
export type ListName = 'tools' | 'prompts' | 'resources' | 'templates';

/** Under which of its capabilities it does, and tells of changes. */
export type ListCapability = Exclude<ListName, 'templates'>;

export interface McpList {
  capability: ListCapability;
  method: string;
  /** Where a page has its items. */
  key: string;
  /** What one of them is called, and several. */
  noun: string;
  plural: string;
}

/** The lists of the protocol, for those who ask for them and for those who give them. */
export const MCP_LISTS: Readonly<Record<ListName, McpList>> = {
  tools: { capability: 'tools', method: 'tools/list', key: 'tools', noun: 'tool', plural: 'tools' },
  prompts: {
    capability: 'prompts',
    method: 'prompts/list',
    key: 'prompts',
    noun: 'prompt',
    plural: 'prompts',
  },
  resources: {
    capability: 'resources',
    method: 'resources/list',
    key: 'resources',
    noun: 'resource',
    plural: 'resources',
  },
  templates: {
    capability: 'resources',
    method: 'resources/templates/list',
    key: 'resourceTemplates',
    noun: 'resource template',
    plural: 'resource templates',
  },
};

export const LIST_NAMES = Object.keys(MCP_LISTS) as ListName[];

/** How a server says that the lists of a capability have changed. */
export function listChanged(capability: ListCapability): `notifications/${ListCapability}/list_changed` {
  return `notifications/${capability}/list_changed`;
}

/** The capability whose lists a notification says have changed, if it says so. */
export function changedCapability(method: string): ListCapability | undefined {
  return LIST_NAMES.map((name) => MCP_LISTS[name].capability).find((one) => listChanged(one) === method);
}
