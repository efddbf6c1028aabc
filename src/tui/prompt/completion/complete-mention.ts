import type { CompletionQuery, McpResource, McpResourceTemplate } from '../../../core/ports/mcp-offers.ts';
import type { Completion, CompletionContext } from './completion.ts';
import { countResources, valuesFor } from './mcp-feed.ts';
import { encodeValue, readAddress, type TypedAddress, templateStart } from './uri-template.ts';

/** More are not listed: typing more of it narrows them down. */
const MAX_LISTED = 100;
const MENTION = /(?<![^\s([{"'])@(?:([\w-]+):)?(\S*)$/;

/** The words `@server:address` at the end of a draft up to its cursor. */
interface TypedMention {
  /** null while the server itself is being typed. */
  server: string | null;
  /** Of the server's name, or of the address. */
  typed: string;
  /** Where `typed` begins. */
  start: number;
}

/** The servers, then the resources of one, then the values of a template's variables. Empty where nothing is mentioned. */
export function mentionCompletions(draft: string, sources: CompletionContext): Completion[] {
  const mention = readMention(draft, sources);
  if (mention === null) return [];
  const end = draft.length;
  const listed = mention.server === null ? listServers(mention, sources) : listAddresses(mention, sources);
  return listed.slice(0, MAX_LISTED).map((item) => ({ ...item, start: mention.start, end, onEnter: 'take' }));
}

export function mentionQuery(draft: string, sources: CompletionContext): CompletionQuery | null {
  const mention = readMention(draft, sources);
  return mention === null ? null : (openVariable(mention, sources)?.query ?? null);
}

type Item = Pick<Completion, 'label' | 'description' | 'insert'>;

function readMention(draft: string, { session }: CompletionContext): TypedMention | null {
  const match = MENTION.exec(draft);
  if (match === null) return null;
  const [, server, typed = ''] = match;
  const start = draft.length - typed.length;
  if (server === undefined) return { server: null, typed, start };
  return session.mcp.some(({ name }) => name === server) ? { server, typed, start } : null;
}

/** Only those that have anything to mention. */
function listServers({ typed }: TypedMention, { session, mcp }: CompletionContext): Item[] {
  const found = session.mcp.filter(({ name }) => name.startsWith(typed));
  return found.flatMap(({ name: server }) => {
    const counts = countResources(mcp, server);
    if (counts.length === 0) return [];
    return [{ label: `@${server}:`, description: counts.join(' · '), insert: `${server}:` }];
  });
}

function listAddresses(mention: TypedMention, sources: CompletionContext): Item[] {
  const { typed } = mention;
  const ofServer = ({ server }: { server: string }) => server === mention.server;
  const resources = sources.mcp.resources.filter((one) => ofServer(one) && isLike(one.uri, one, typed));
  const templates = sources.mcp.templates.filter(
    (one) => ofServer(one) && (isBegun(one, typed) || isLike(one.uriTemplate, one, typed)),
  );
  return [
    ...resources.map(toItem).sort((one, other) => rank(other, typed) - rank(one, typed)),
    ...listValues(mention, sources),
    ...templates.map((template) => toTemplateItem(template, typed)),
  ];
}

function isLike(
  address: string,
  { name, title = '' }: { name: string; title?: string },
  typed: string,
): boolean {
  const searched = `${address}\n${name}\n${title}`.toLowerCase();
  return searched.includes(typed.toLowerCase());
}

/** What begins as it was typed comes first. */
function rank({ insert }: Item, typed: string): number {
  return Number(insert.startsWith(typed));
}

function toItem({ uri, name, title, description }: McpResource): Item {
  return { label: uri, description: describe(title ?? name, description), insert: `${uri} ` };
}

/** One whose variables are being typed only shows what is to come. */
function toTemplateItem(template: McpResourceTemplate, typed: string): Item {
  const { uriTemplate, name, title, description } = template;
  return {
    label: uriTemplate,
    description: describe(title ?? name, description),
    insert: isBegun(template, typed) ? typed : templateStart(uriTemplate),
  };
}

function isBegun({ uriTemplate }: McpResourceTemplate, typed: string): boolean {
  return typed.startsWith(templateStart(uriTemplate)) && readAddress(uriTemplate, typed) !== null;
}

function describe(name: string, description = ''): string {
  return description === '' || description === name ? name : `${name}: ${description}`;
}

/** The first template whose variable is being typed. */
function openVariable(
  { server, typed }: TypedMention,
  { mcp }: CompletionContext,
): { address: TypedAddress; query: CompletionQuery } | null {
  for (const template of mcp.templates) {
    const { uriTemplate } = template;
    const address = template.server === server ? readAddress(uriTemplate, typed) : null;
    if (address === null) continue;
    const { name, value, context } = address;
    const target = { kind: 'resource', server: template.server, uriTemplate } as const;
    return { address, query: { target, argument: { name, value }, context } };
  }
  return null;
}

function listValues(mention: TypedMention, sources: CompletionContext): Item[] {
  const open = openVariable(mention, sources);
  if (open === null) return [];
  const { address, query } = open;
  const begun = mention.typed.slice(0, address.start);
  return valuesFor(query, sources.mcp).map((value) => {
    const uri = `${begun}${encodeValue(value, address)}${address.rest}`;
    return { label: uri, description: address.name, insert: address.isLast ? `${uri} ` : uri };
  });
}
