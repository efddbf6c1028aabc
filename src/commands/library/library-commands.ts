import { type Command, Option } from 'commander';
import { parseCount, type Run, repeatableOption } from '../shared/subcommand.ts';
import type { EntryDetails } from './change-library.ts';

/** Declares `simse library …`. Each loads its code only when it runs. */
export function addLibraryCommands(library: Command, run: Run): void {
  addReadingCommands(library, run);
  addWritingCommands(library, run);
}

function addReadingCommands(library: Command, run: Run): void {
  library
    .command('search')
    .description('search the library, best match first')
    .argument('<words...>')
    .option('--topic <topic>', 'only in this topic')
    .addOption(repeatableOption('--tag <tag>', 'only entries with this tag'))
    .addOption(new Option('--limit <n>', 'at most this many').argParser(parseCount).default(10))
    .action(
      run(async (app, words: string[], options: { topic?: string; tag?: string[]; limit: number }) =>
        (await import('./read-library.ts')).runLibrarySearch(app, words, options),
      ),
    );
  library
    .command('list')
    .description('the entries, newest first')
    .argument('[topic]')
    .addOption(repeatableOption('--tag <tag>', 'only entries with this tag'))
    .action(
      run(async (app, topic: string | undefined, { tag }: { tag?: string[] }) =>
        (await import('./read-library.ts')).runLibraryList(app, topic, tag),
      ),
    );
  library
    .command('topics')
    .description('the topics')
    .action(run(async (app) => (await import('./read-library.ts')).runLibraryTopics(app)));
  library
    .command('show')
    .description('the text of an entry')
    .argument('<id>', 'topic/name')
    .action(run(async (app, id: string) => (await import('./read-library.ts')).runLibraryShow(app, id)));
  library
    .command('export')
    .description('every entry: as Markdown files in a folder, or as JSON on stdout')
    .argument('[folder]')
    .action(
      run(async (app, folder: string | undefined) =>
        (await import('./library-files.ts')).runLibraryExport(app, folder),
      ),
    );
}

function addWritingCommands(library: Command, run: Run): void {
  library
    .command('add')
    .description('keep a text; prints its id')
    .argument('<topic>', 'one or more words')
    .argument('[text...]', 'the text; - or nothing reads it from stdin')
    .option('--title <title>', "default: the text's first line")
    .addOption(repeatableOption('--tag <tag>', 'a tag'))
    .action(
      run(async (app, topic: string, words: string[], options: EntryDetails) =>
        (await import('./change-library.ts')).runLibraryAdd(app, topic, words, options),
      ),
    );
  library
    .command('edit')
    .description('change an entry; without a text it opens in $EDITOR')
    .argument('<id>', 'topic/name')
    .argument('[text...]', 'the new text; - reads it from stdin')
    .option('--title <title>', 'a new title')
    .addOption(repeatableOption('--tag <tag>', 'in place of the tags it has'))
    .action(
      run(async (app, id: string, words: string[], options: EntryDetails) =>
        (await import('./change-library.ts')).runLibraryEdit(app, id, words, options),
      ),
    );
  library
    .command('rm')
    .description('remove entries')
    .argument('<ids...>', 'topic/name')
    .action(run(async (app, ids: string[]) => (await import('./change-library.ts')).runLibraryRm(app, ids)));
  library
    .command('import')
    .description('import Markdown files, or folders of them')
    .argument('<paths...>')
    .option('--topic <topic>', "default: the folder's name")
    .action(
      run(async (app, paths: string[], { topic }: { topic?: string }) =>
        (await import('./library-files.ts')).runLibraryImport(app, paths, topic),
      ),
    );
}
