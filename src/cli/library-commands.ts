import { type Command, Option } from 'commander';
import type { AppOf, Done } from './app-of.ts';
import { parseCount } from './parse-count.ts';
import { repeatableOption } from './repeatable-option.ts';

interface Details {
  title?: string;
  tag?: string[];
}

/** Declares `simse library …`. Each loads its code only when it runs. */
export function addLibraryCommands(library: Command, app: AppOf, done: Done): void {
  addReadingCommands(library, app, done);
  addWritingCommands(library, app, done);
}

function addReadingCommands(library: Command, app: AppOf, done: Done): void {
  library
    .command('search')
    .description('what fits some words, best first')
    .argument('<words...>')
    .option('--topic <topic>', 'only in this topic')
    .addOption(repeatableOption('--tag <tag>', 'only what has this tag'))
    .addOption(new Option('--limit <n>', 'at most so many').argParser(parseCount).default(10))
    .action(
      async (
        words: string[],
        options: { topic?: string; tag?: string[]; limit: number },
        command: Command,
      ) => {
        const { runLibrarySearch } = await import('../commands/library-search.ts');
        done(await runLibrarySearch(app(command), words, options));
      },
    );
  library
    .command('list')
    .description('the entries, newest first')
    .argument('[topic]')
    .addOption(repeatableOption('--tag <tag>', 'only what has this tag'))
    .action(async (topic: string | undefined, { tag }: { tag?: string[] }, command: Command) => {
      const { runLibraryList } = await import('../commands/library-list.ts');
      done(await runLibraryList(app(command), topic, tag));
    });
  library
    .command('topics')
    .description('the topics')
    .action(async (_options, command: Command) => {
      const { runLibraryTopics } = await import('../commands/library-list.ts');
      done(await runLibraryTopics(app(command)));
    });
  library
    .command('show')
    .description('the text of an entry')
    .argument('<id>', 'topic/name')
    .action(async (id: string, _options, command: Command) => {
      const { runLibraryShow } = await import('../commands/library-show.ts');
      done(await runLibraryShow(app(command), id));
    });
  library
    .command('export')
    .description('every entry: as Markdown files in a folder, or as JSON on stdout')
    .argument('[folder]')
    .action(async (folder: string | undefined, _options, command: Command) => {
      const { runLibraryExport } = await import('../commands/library-export.ts');
      done(await runLibraryExport(app(command), folder));
    });
}

function addWritingCommands(library: Command, app: AppOf, done: Done): void {
  library
    .command('add')
    .description('keep a text; prints its id')
    .argument('<topic>', 'a word or some')
    .argument('[text...]', 'the text; - or nothing reads it from stdin')
    .option('--title <title>', "else the text's first line")
    .addOption(repeatableOption('--tag <tag>', 'a tag'))
    .action(async (topic: string, words: string[], options: Details, command: Command) => {
      const { runLibraryAdd } = await import('../commands/library-add.ts');
      done(await runLibraryAdd(app(command), topic, words, options));
    });
  library
    .command('edit')
    .description('change an entry; without a text it opens in $EDITOR')
    .argument('<id>', 'topic/name')
    .argument('[text...]', 'the new text; - reads it from stdin')
    .option('--title <title>', 'a new title')
    .addOption(repeatableOption('--tag <tag>', 'in place of the tags it has'))
    .action(async (id: string, words: string[], options: Details, command: Command) => {
      const { runLibraryEdit } = await import('../commands/library-edit.ts');
      done(await runLibraryEdit(app(command), id, words, options));
    });
  library
    .command('rm')
    .description('remove entries')
    .argument('<ids...>', 'topic/name')
    .action(async (ids: string[], _options, command: Command) => {
      const { runLibraryRm } = await import('../commands/library-rm.ts');
      done(await runLibraryRm(app(command), ids));
    });
  library
    .command('import')
    .description('take in Markdown files, or folders of them')
    .argument('<paths...>')
    .option('--topic <topic>', "else the folder's name")
    .action(async (paths: string[], { topic }: { topic?: string }, command: Command) => {
      const { runLibraryImport } = await import('../commands/library-import.ts');
      done(await runLibraryImport(app(command), paths, topic));
    });
}
