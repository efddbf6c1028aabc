import { type Command, Option } from 'commander';
import type { ExportOptions } from '../commands/sessions-export.ts';
import type { SearchOptions } from '../commands/sessions-search.ts';
import type { AppContext } from '../session/app-context.ts';
import type { AppOf, Done } from './app-of.ts';
import { parseCount } from './parse-count.ts';

const ID = 'its id, or the beginning of it';

/** Declares `simse resume` and `simse sessions …`. Each loads its code only when it runs. */
export function addSessionCommands(program: Command, app: AppOf, done: Done): void {
  addResumeCommand(program, app, done);
  const sessions = program.command('sessions').description('the recorded sessions');
  addReadingCommands(sessions, app, done);
  addExportCommand(sessions, app, done);
  addChangingCommands(sessions, app, done);
}

function addResumeCommand(program: Command, app: AppOf, done: Done): void {
  program
    .command('resume')
    .description('pick a session of this directory and go on with it; without a terminal, list them')
    .argument('[id]', 'or go on with this one: the beginning of its id is enough')
    .option('--all', 'of every directory')
    .action(async (id: string | undefined, { all }: { all?: boolean }, command: Command) => {
      const context = app(command);
      const { runResume } = await import('../commands/resume.ts');
      const picked = id ?? (await runResume(context, all === true));
      done(picked === null ? 0 : await goOnWith(context, picked));
    });
}

async function goOnWith(app: AppContext, id: string): Promise<number> {
  const { runRepl } = await import('../commands/repl.ts');
  return runRepl({ ...app, flags: { ...app.flags, resume: { id } } }, null);
}

function addReadingCommands(sessions: Command, app: AppOf, done: Done): void {
  sessions
    .command('list')
    .description('the sessions of this directory, newest first')
    .option('--all', 'of every directory')
    .action(async (options: { all?: boolean }, command: Command) => {
      const { runSessionsList } = await import('../commands/sessions-list.ts');
      done(await runSessionsList(app(command), options.all === true));
    });
  sessions
    .command('show')
    .description('what was said and done in a session')
    .argument('<id>', ID)
    .action(async (id: string, _options, command: Command) => {
      const { runSessionsShow } = await import('../commands/sessions-show.ts');
      done(await runSessionsShow(app(command), id));
    });
  sessions
    .command('search')
    .description('the sessions in which all of the words were said, best first')
    .argument('<words...>', 'words, or their beginnings')
    .option('--here', 'only the sessions of this directory')
    .addOption(new Option('--limit <n>', 'at most so many').argParser(parseCount).default(10))
    .action(async (words: string[], options: SearchOptions, command: Command) => {
      const { runSessionsSearch } = await import('../commands/sessions-search.ts');
      done(await runSessionsSearch(app(command), words, options));
    });
}

function addExportCommand(sessions: Command, app: AppOf, done: Done): void {
  sessions
    .command('export')
    .description('a session as Markdown, as JSON, or as a page for the browser')
    .argument('<id>', ID)
    .option('--format <format>', 'markdown, json or html; else what the file is called, else markdown')
    .option('-o, --output <file>', 'a new file, else stdout')
    .action(async (id: string, _options, command: Command) => {
      const { runSessionsExport } = await import('../commands/sessions-export.ts');
      // --format is found among the options of the whole program, which has one, too.
      done(await runSessionsExport(app(command), id, command.optsWithGlobals<ExportOptions>()));
    });
}

function addChangingCommands(sessions: Command, app: AppOf, done: Done): void {
  sessions
    .command('fork')
    .description('copy a session; prints the id of the copy')
    .argument('<id>', ID)
    .argument('[turn]', 'only to the end of this turn, counted from 1', parseCount)
    .action(async (id: string, turn: number | undefined, _options, command: Command) => {
      const { runSessionsFork } = await import('../commands/sessions-fork.ts');
      done(await runSessionsFork(app(command), id, turn));
    });
  sessions
    .command('rename')
    .description('give a session a title')
    .argument('<id>', ID)
    .argument('<title...>')
    .action(async (id: string, words: string[], _options, command: Command) => {
      const { runSessionsRename } = await import('../commands/sessions-rename.ts');
      done(await runSessionsRename(app(command), id, words));
    });
  sessions
    .command('rm')
    .description('remove sessions for good, after asking')
    .argument('<ids...>', 'their ids, or the beginnings of them')
    .option('--yes', 'without asking')
    .action(async (ids: string[], { yes }: { yes?: boolean }, command: Command) => {
      const { runSessionsRm } = await import('../commands/sessions-rm.ts');
      done(await runSessionsRm(app(command), ids, yes === true));
    });
}
