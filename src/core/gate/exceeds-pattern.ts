import type { ShellCommand, ShellWord } from './shell-command.ts';
import { nameOf, programsIn } from './shell-readings.ts';

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Builtins that evaluate what is in brackets in an operand, in one shell or another, also inside single quotes. */
const EVALUATING = setOf(
  'test [ [[ printf print declare typeset local integer float export readonly read let unset wait mapfile readarray getopts ' +
    'shift return exit break continue ulimit umask set vared kill fg bg disown',
);
/** What changes the shell that goes on with the line, or runs its operands: only the very text says what it does. */
const TO_THE_LETTER = setOf(
  'let [[ declare typeset local integer float export readonly unset read mapfile readarray getopts alias unalias eval trap ' +
    'set shopt setopt unsetopt hash enable bind complete compgen fc jobs vared zmodload autoload wait for select case',
);
/** Flags by which a program that otherwise looks or builds writes a file, runs what they name, or reads it from elsewhere. */
const REACHING: Readonly<Record<string, ReadonlySet<string>>> = {
  git: setOf(
    'output ext-diff no-index contents textconv open-files-in-pager upload-pack receive-pack exec O',
  ),
  find: setOf('exec execdir ok okdir delete fprint fprint0 fprintf fls files0-from'),
  fd: setOf('exec exec-batch x X'),
  fdfind: setOf('exec exec-batch x X'),
  rg: setOf('pre hostname-bin'),
  sort: setOf('output compress-program files0-from o'),
  tree: setOf('output o R'),
  npm: setOf('script-shell node-options prefix userconfig globalconfig C dir shell'),
  pnpm: setOf('script-shell node-options prefix userconfig globalconfig C dir shell config'),
  yarn: setOf('script-shell node-options prefix cwd modules-folder use-yarnrc'),
  bun: setOf('cwd config c shell preload r env-file'),
  cargo: setOf('config manifest-path target-dir Z C emit logfile fix'),
  env: setOf('split-string S chdir C'),
  go: setOf(
    'exec toolexec o C vettool modfile overlay cpuprofile memprofile blockprofile mutexprofile coverprofile outputdir ' +
      'trace gocoverdir testlogfile fuzzcachedir ldflags gcflags asmflags gccgoflags compiler',
  ),
};
/** Programs whose short flags may stand together in one word. */
const CLUSTERING = setOf('git fd fdfind sort tree cargo env');
/** Programs that run what they read, where no file is named. */
const INTERPRETERS = setOf(
  'sh bash dash zsh ksh ash fish su python python2 python3 node deno bun perl ruby php lua',
);
/** With one of these alone they read nothing; nor does `node --test`, however it goes on. */
const READING_NOTHING = /^--(?:version|help)$/;
const NODE_TEST = /^--test(?:$|[-=])/;
const INPUT = /^-|^\/dev\/(?:stdin|fd\/|tty)|^\/proc\//;
/** What git takes before its subcommand, and which of that a word of its own follows. */
const GIT_REACHING = setOf('c C config-env exec-path git-dir work-tree namespace');
const GIT_TAKING = setOf('-c -C --config-env --git-dir --work-tree --namespace --attr-source --super-prefix');
/** Subcommands of git that run what they are told, or make git do so. */
const GIT_RUNNING = setOf(
  'bisect config daemon difftool filter-branch for-each-repo hook instaweb maintenance mergetool rebase submodule',
);

/**
 * Whether a command may do more than what a pattern that fits its text was written for: a builtin that evaluates its
 * operands, a flag that writes or runs something, a program behind one that runs others. Such a command fits only a
 * pattern that names what it does. One that hides it in brackets, or that runs what comes through a pipe, fits none. A pattern that begins with a star names nothing
 * and is for all of them.
 */
export function exceedsPattern({ words }: ShellCommand, pattern: string): boolean {
  const [said = '', ...others] = pattern.split(/(?<!\\)\*/);
  const programs = programsIn(words);
  return programs.some((at, nth) => {
    const operands = words.slice(at + 1);
    const name = nameOf(words[at] ?? NO_WORD);
    if (EVALUATING.has(name) && operands.some(mayHoldBrackets)) return true;
    if (runsInput(name, operands)) return true;
    if (others.length === 0 || said === '') return false;
    if (nth > 0 && countWords(said) <= at) return true;
    return changesShell(name, operands) || reaches(name, operands, wordsOf(pattern));
  });
}

const NO_WORD: ShellWord = { text: '', certain: false };

/** As it is written, or by what a shell would put in its place. */
function mayHoldBrackets({ text, certain }: ShellWord): boolean {
  return text.includes('[') || (!certain && /[*?{]/.test(text));
}

/** Whether a program runs what comes to it, which may come through a pipe. */
function runsInput(name: string, operands: readonly ShellWord[]): boolean {
  if (!INTERPRETERS.has(name) || !operands.every(({ text }) => INPUT.test(text))) return false;
  const first = operands[0]?.text ?? '';
  if (operands.length === 1 && READING_NOTHING.test(first)) return false;
  return !(name === 'node' && NODE_TEST.test(first) && operands.every(({ text }) => NODE_TEST.test(text)));
}

function countWords(text: string): number {
  return text.split(/[ \t]+/).filter((word) => word !== '').length;
}

/** What a pattern names. */
function wordsOf(pattern: string): ReadonlySet<string> {
  return new Set(pattern.split(/[\s*=]+/));
}

function changesShell(name: string, operands: readonly ShellWord[]): boolean {
  const [first] = operands;
  if (first === undefined) return false;
  if (TO_THE_LETTER.has(name)) return true;
  // `printf -v` sets a variable, and what is not certain may be that.
  const isPrinting = name === 'printf' || name === 'print';
  return isPrinting && (first.text.startsWith('-v') || (!first.certain && /^[$*?{]/.test(first.text)));
}

/** Whether some operand of a program reaches further than the pattern's words say. */
function reaches(name: string, operands: readonly ShellWord[], named: ReadonlySet<string>): boolean {
  const flags = REACHING[name];
  if (flags === undefined) return false;
  const isReaching = (word: ShellWord, known: ReadonlySet<string>): boolean =>
    isFlagOf(known, name, word) && !named.has(word.text.replace(/=[^]*$/, ''));
  if (name !== 'git') return operands.some((word) => isReaching(word, flags));
  const at = operands.findIndex(
    ({ text }, index) => !text.startsWith('-') && !GIT_TAKING.has(operands[index - 1]?.text ?? ''),
  );
  const subcommand = operands[at];
  if (subcommand !== undefined && GIT_RUNNING.has(subcommand.text) && !named.has(subcommand.text))
    return true;
  // Git compares files that are in no repository when one of them is outside.
  if (subcommand?.text === 'diff' && operands.some((word) => mayBeOutside(word) && !named.has(word.text)))
    return true;
  return operands.some((word, index) => isReaching(word, at >= 0 && index > at ? flags : GIT_REACHING));
}

const OUTSIDE = /^[/~]|(?:^|[/])[.][.](?:[/]|$)/;
/** Braces that a shell takes apart, and what may become `..`. */
const MAYBE_OUTSIDE = /\{[^{}]*(?:,|[.][.])[^]*\}|(?:^|[/])[.][^/]*[*?[]/;

function mayBeOutside({ text, certain }: ShellWord): boolean {
  return OUTSIDE.test(text) || (!certain && MAYBE_OUTSIDE.test(text));
}

function isFlagOf(flags: ReadonlySet<string>, name: string, { text, certain }: ShellWord): boolean {
  // What begins in an unknown way, or may become several words, can be any flag.
  if (!certain && /^(?:-[^=]*)?[*?[{]|\$/.test(text)) return true;
  // Some programs take any number of dashes.
  const [, dashes = '', flag = ''] = /^(--?)-*([^=]*)/.exec(text) ?? [];
  if (flag === '') return false;
  // A dot stands between a flag and the setting that it sets, or the program that it is handed to.
  if ([flag, ...flag.split('.')].some((part) => flags.has(part))) return true;
  if (dashes === '-' && CLUSTERING.has(name)) return flag.split('').some((char) => flags.has(char));
  // Long flags may be cut short, but those of Go, and single letters be followed by their value.
  const isCut = name !== 'go' && [...flags].some((known) => known.length > 1 && known.startsWith(flag));
  return dashes === '--' ? isCut : (isCut && flag.length > 2) || isGlued(flags, flag);
}

/** `-Cdir`; but a word of its own such as `-count` is none of that. */
function isGlued(flags: ReadonlySet<string>, flag: string): boolean {
  return flags.has(flag.charAt(0)) && /^.[^a-z]/i.test(flag);
}
