import * as z from 'zod';
import type { JsonObject } from '../../core/json.ts';
import type { ToolResult } from '../../core/ports/catalogue.ts';
import type { Library, LibraryEntryInfo } from '../../core/ports/library.ts';
import type { OwnTool } from '../../core/ports/own-tool.ts';
import { cleanLine, cleanText } from '../../core/text/clean-text.ts';
import { defineTool, jsonSchema, structured } from './define-tool.ts';

const MAX_HITS = 50;
const DEFAULT_HITS = 8;
/** How much of the best hits a search returns, so that most need no second call. */
const TEXT_CHARS = 2000;
const MAX_LISTED = 200;

const topic = z
  .string()
  .min(1)
  .describe('One or more words that name the subject, such as "build" or "code style"');
const tags = z.array(z.string()).describe('Short words to filter by');

const info = z.object({
  id: z.string(),
  topic: z.string(),
  title: z.string(),
  tags: z.array(z.string()),
  created: z.string(),
  source: z.string().optional(),
});

const searchInput = z.object({
  query: z.string().min(1).describe('Words; beginnings and small typing mistakes are found too'),
  topic: topic.optional(),
  tags: tags.optional(),
  limit: z.int().min(1).max(MAX_HITS).default(DEFAULT_HITS),
});
const searchOutput = z.object({
  entries: z.array(info.extend({ score: z.number(), text: z.string(), isWhole: z.boolean() })),
});

const shelveInput = z.object({
  topic,
  title: z.string().min(1).optional().describe("Default: the text's first line"),
  text: z.string().min(1).describe('Markdown. One fact, decision or recipe, understandable on its own'),
  tags: tags.optional(),
});

const idInput = z.object({ id: z.string().min(1).describe("The entry's id, topic/name") });

const catalogInput = z.object({
  topic: topic.optional().describe('List the entries of this topic; without it, the topics'),
  tags: tags.optional(),
});
const catalogOutput = z.object({
  topics: z.array(z.object({ topic: z.string(), entries: z.int() })),
  entries: z.array(info),
  total: z.int(),
});

const READS = { readOnlyHint: true, openWorldHint: false };

/**
 * The tools by which agents use the library, which is opened with the first call. Entries are cleaned, since other agents and
 * people wrote them.
 */
export function libraryTools(open: () => Promise<Library>): OwnTool[] {
  return [
    defineTool(searchInput, async (args) => search(await open(), args), {
      name: 'library_search',
      title: 'Search the library',
      description:
        "Searches the user's library: facts, decisions and recipes that people and agents kept, across all projects and agents. Look here before asking the user what they may have said before.",
      outputSchema: jsonSchema(searchOutput, 'output'),
      annotations: READS,
    }),
    defineTool(shelveInput, async (args, { caller }) => shelve(await open(), args, caller), {
      name: 'library_shelve',
      title: 'Keep in the library',
      description:
        "Keeps something in the user's library for later sessions and other agents. What is there already is refused.",
      outputSchema: jsonSchema(info, 'output'),
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    }),
    defineTool(idInput, async ({ id }) => withdraw(await open(), id), {
      name: 'library_withdraw',
      title: 'Remove from the library',
      description: "Removes an entry from the user's library, and returns it as it was.",
      outputSchema: jsonSchema(info.extend({ text: z.string() }), 'output'),
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    }),
    defineTool(catalogInput, async (args) => catalog(await open(), args), {
      name: 'library_catalog',
      title: 'What is in the library',
      description:
        "Lists the topics of the user's library, or the entries of one topic or with some tags, newest first.",
      outputSchema: jsonSchema(catalogOutput, 'output'),
      annotations: READS,
    }),
  ];
}

async function search(library: Library, args: z.output<typeof searchInput>): Promise<ToolResult> {
  const { query, limit, ...rest } = args;
  const hits = await library.search({ text: query, limit, ...filterOf(rest) });
  const entries = await Promise.all(
    hits.map(async ({ excerpt, score, ...hit }) => {
      const text = cleanText((await library.read(hit.id)).text);
      const isWhole = text.length <= TEXT_CHARS;
      return {
        ...describe(hit),
        score: Math.round(score * 100) / 100,
        text: isWhole ? text : cleanText(excerpt),
        isWhole,
      };
    }),
  );
  return structured({ entries });
}

async function shelve(
  library: Library,
  args: z.output<typeof shelveInput>,
  source: string,
): Promise<ToolResult> {
  const { title, tags: given, ...entry } = args;
  const { text: _text, ...kept } = await library.shelve({
    ...entry,
    source,
    ...(title === undefined ? {} : { title }),
    ...(given === undefined ? {} : { tags: given }),
  });
  return structured(describe(kept));
}

async function withdraw(library: Library, id: string): Promise<ToolResult> {
  const { text, ...entry } = await library.withdraw(id);
  return structured({ ...describe(entry), text: cleanText(text) });
}

async function catalog(library: Library, args: z.output<typeof catalogInput>): Promise<ToolResult> {
  const isFiltered = args.topic !== undefined || args.tags !== undefined;
  const [topics, entries] = await Promise.all([
    library.topics(),
    isFiltered ? library.list(filterOf(args)) : [],
  ]);
  return structured({
    topics: topics.map((found) => ({ ...found })),
    entries: entries.slice(0, MAX_LISTED).map(describe),
    total: entries.length,
  });
}

function filterOf(args: { topic?: string | undefined; tags?: string[] | undefined }): {
  topic?: string;
  tags?: string[];
} {
  return {
    ...(args.topic === undefined ? {} : { topic: args.topic }),
    ...(args.tags === undefined ? {} : { tags: args.tags }),
  };
}

function describe({ source, ...entry }: LibraryEntryInfo): JsonObject {
  return {
    ...entry,
    title: cleanLine(entry.title),
    tags: entry.tags.map(cleanLine),
    ...(source === undefined ? {} : { source: cleanLine(source) }),
  };
}
