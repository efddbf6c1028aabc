import { type Command, Option } from 'commander';
import { parseCount, type Run } from '../shared/subcommand.ts';
import type { ExportOptions, SearchOptions } from './read-sessions.ts';

const ID = 'its id, or the beginning of it';

/** Declares `simse sessions …`. Each loads its code only when it runs. */
export function addSessionCommands(sessions: Command, run: Run): void {
  addReadingCommands(sessions, run);
  addChangingCommands(sessions, run);
}

function addReadingCommands(sessions: Command, run: Run): void {
  sessions
    .command('list')
    .description('the sessions of this directory, newest first')
    .option('--all', 'of every directory')
    .action(
      run(async (app, { all = false }: { all?: boolean }) =>
        (await import('./read-sessions.ts')).runSessionsList(app, all),
      ),
    );
  sessions
    .command('show')
    .description('what was said and done in a session')
    .argument('<id>', ID)
    .action(run(async (app, id: string) => (await import('./read-sessions.ts')).runSessionsShow(app, id)));
  sessions
    .command('search')
    .description('the sessions in which all of the words were said, best first')
    .argument('<words...>', 'words, or their beginnings')
    .option('--here', 'only the sessions of this directory')
    .addOption(new Option('--limit <n>', 'at most this many').argParser(parseCount).default(10))
    .action(
      run(async (app, words: string[], options: SearchOptions) =>
        (await import('./read-sessions.ts')).runSessionsSearch(app, words, options),
      ),
    );
  sessions
    .command('export')
    .description('a session as Markdown, as JSON, or as a page for the browser')
    .argument('<id>', ID)
    .option('--format <format>', 'markdown, json or html; else what the file is called, else markdown')
    .option('-o, --output <file>', 'a new file, else stdout')
    .action(
      // --format is found among the options of the whole program, which has one, too.
      run(async (app, id: string, _options, command: Command) =>
        (await import('./read-sessions.ts')).runSessionsExport(
          app,
          id,
          command.optsWithGlobals<ExportOptions>(),
        ),
      ),
    );
}

function addChangingCommands(sessions: Command, run: Run): void {
  sessions
    .command('fork')
    .description('copy a session; prints the id of the copy')
    .argument('<id>', ID)
    .argument('[turn]', 'only to the end of this turn, counted from 1', parseCount)
    .action(
      run(async (app, id: string, turn: number | undefined) =>
        (await import('./change-sessions.ts')).runSessionsFork(app, id, turn),
      ),
    );
  sessions
    .command('rename')
    .description('give a session a title')
    .argument('<id>', ID)
    .argument('<title...>')
    .action(
      run(async (app, id: string, words: string[]) =>
        (await import('./change-sessions.ts')).runSessionsRename(app, id, words),
      ),
    );
  sessions
    .command('rm')
    .description('remove sessions for good, after asking')
    .argument('<ids...>', 'their ids, or the beginnings of them')
    .option('--yes', 'without asking')
    .action(
      run(async (app, ids: string[], { yes = false }: { yes?: boolean }) =>
        (await import('./change-sessions.ts')).runSessionsRm(app, ids, yes),
      ),
    );
}
