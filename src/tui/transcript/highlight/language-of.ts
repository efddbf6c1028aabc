/** Files without an extension that tells their language. */
const BY_NAME: Readonly<Record<string, string>> = {
  dockerfile: 'dockerfile',
  containerfile: 'dockerfile',
  makefile: 'makefile',
  gnumakefile: 'makefile',
  gemfile: 'ruby',
  rakefile: 'ruby',
  '.bashrc': 'bash',
  '.bash_profile': 'bash',
  '.profile': 'bash',
  '.zshrc': 'bash',
  '.env': 'ini',
  '.gitconfig': 'ini',
  '.editorconfig': 'ini',
  '.npmrc': 'ini',
};
/** Extensions that are no name or alias of a language. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  conf: 'ini',
  cfg: 'ini',
  vue: 'xml',
  svelte: 'xml',
  dockerfile: 'dockerfile',
  htm: 'xml',
  less: 'css',
  scss: 'css',
};

/** The language of a file by its name; null when the name does not tell. */
export function languageOfPath(path: string): string | null {
  const name = (path.split(/[\\/]/).at(-1) ?? '').toLowerCase();
  const known = BY_NAME[name];
  if (known !== undefined) return known;
  const extension = /[^.]\.([^.]+)$/.exec(name)?.[1];
  return extension === undefined ? null : (BY_EXTENSION[extension] ?? extension);
}

/** The language that the opening line of a fence names, as in `` ```ts title="a.ts" ``; null when it names none. */
export function languageOfFence(opening: string): string | null {
  const name = /^[\s`~]*\{?\.?([^\s`{},:]+)/.exec(opening)?.[1];
  return name === undefined ? null : name.toLowerCase();
}
