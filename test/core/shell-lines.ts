import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../helpers/random.ts';

/** Command lines put together from what has tricked gates before, the same for the same seed. */
export interface Lines {
  seed: number;
  next(): string;
}

/** What is between the lines of a template is one piece; `EVIL` and `SAFE` in it stand for a command each. */
const piecesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().replaceAll('⏎', '\n').replaceAll('␍', '\r').replaceAll('␣', '\u00A0'))
    .filter((line) => line !== '');

/** Commands that the rules of the test allow, and that do nothing. */
const SAFE = piecesOf(`
  git status
  git status --short
  git log -1
  git log --oneline
  git diff HEAD
  git diff --stat
  echo a
  echo 'a; b' "c & d"
  printf %s a
  printf '%s\\n' a b
  test -f file
  [ -f file ]
  ls
  ls -la sub
  ls *.txt
  cat file
  grep a file
  grep 'a|b' file
  find . -name file
  find sub -type f
  sort file
  sort -rn file
  pwd
  true
  cd sub
  cd .
  ls "$HOME"
  echo $HOME {a,b}
`);

/** Ways to say what leaves the mark. */
const EVIL = piecesOf(`
  evil
  evil x
  ./evil
  e"v"il
  'evil'
  ev\\il
  ev\\⏎il
  $'evil'
  $'\\x65vil'
  "evil"
  ./e*l
  ./ev?l
  ./[e]vil
  {evil,x}
  $(echo evil)
  touch "$MARK"
  : > "$MARK"
  echo > "$MARK"
  tee "$MARK"
  env evil
  sh -c evil
  bash -c 'evil'
`);

const BUILTINS = (
  'printf -v|printf|printf %d|test -v|test|[ -v|[|[[ -v|[[|declare|declare -i|declare -n|typeset|local|export|readonly|read|' +
  'read -a|read -r|let|unset|unset -v|wait -p|wait -n -p|mapfile|mapfile -t|readarray|getopts x|shift|return|exit|ulimit -n|' +
  'builtin printf -v|command test -v|set|umask|kill|break|integer|print -v'
).split('|');

const SUBSCRIPTS = piecesOf(`
  'a[$(EVIL)]'
  'a[\`EVIL\`]'
  "a[\\$(EVIL)]"
  a\\[\\$\\(EVIL\\)\\]
  a'[$(EVIL)]'
  'a'[\\$\\(EVIL\\)]
  'a[$(EVIL)]=1'
  'a[b[$(EVIL)]]'
  'x=a[$(EVIL)]'
  $'a[$(EVIL)]'
  'a[0$(EVIL)]+1'
  {'a[$(EVIL)]',b}
  'a[' '$(EVIL)]'
`);

const ENDINGS = [
  '',
  ' y',
  ' -eq 1',
  ' ]',
  ' ]]',
  ' = y ]',
  ' -eq 1 ]]',
  ' <<<x',
  ' </dev/null',
  ' < file',
  ' 2>/dev/null',
];

/** What makes a safe line another one. */
const TRICKS = piecesOf(readFileSync(join(import.meta.dirname, '../fixtures/shell/tricks.txt'), 'utf8'));

const SEPARATORS = [
  ';',
  '; ',
  ' && ',
  ' || ',
  ' | ',
  ' & ',
  '\n',
  ' |& ',
  '&&',
  '\\\n; ',
  '; # x\n',
  ' 2>/dev/null; ',
];
const NOISE = (
  ' |\t|\n|\r|\\|\\\n|\'|"|`|$|$(|)|(|{|}|[|]|#| #|;|&||>|<|<<|<<<|*|?|~|!|=|-|--|:|\u00A0|\u200B|\u2028|\v|\f|\u0000|' +
  'x=1 |evil|2>&1|&>/dev/null|>/dev/null|</dev/null|{}|$x|"$x"|$MARK|$\'|\\\''
).split('|');

export function inventLines(seed: number): Lines {
  const { below: random } = createRandom(seed);
  const pick = (from: readonly string[]): string => from[random(from.length)] ?? '';
  const fill = (template: string): string =>
    template.replaceAll('SAFE', () => pick(SAFE)).replaceAll('EVIL', () => pick(EVIL));
  const subscripted = (): string => fill(`${pick(BUILTINS)} ${pick(SUBSCRIPTS)}${pick(ENDINGS)}`);
  const quoted = (line: string): string => {
    const words = line.split(' ');
    const at = random(words.length);
    const [first = '', ...rest] = words[at] ?? '';
    const forms = [
      `'${words[at]}'`,
      `"${words[at]}"`,
      `\\${words[at]}`,
      `${first}''${rest.join('')}`,
      `$'${words[at]}'`,
    ];
    words[at] = pick(forms);
    return words.join(' ');
  };
  const noisy = (line: string): string => {
    const at = random(line.length + 1);
    return line.slice(0, at) + pick(NOISE) + line.slice(at);
  };
  const piece = (): string => {
    const kind = random(10);
    if (kind < 3) return pick(SAFE);
    return kind < 5 ? subscripted() : fill(pick(TRICKS));
  };
  return {
    seed,
    next() {
      let line = piece();
      for (let more = random(4); more > 1; more -= 1) line += pick(SEPARATORS) + piece();
      if (random(4) === 0) line = quoted(line);
      for (let more = random(3); more > 0; more -= 1) line = noisy(line);
      return line;
    },
  };
}
