import { posix, win32 } from 'node:path';

/** How a host writes variables: `${env:NAME}` and its kin, `$NAME` as well, `{env:NAME}`, or not at all. */
export type VariableStyle = 'dollar' | 'shell' | 'braces' | 'none';

export interface VariablePlace {
  platform: NodeJS.Platform;
  home: string;
  /** The folder that the file speaks of. */
  project: string;
}

export interface Translated {
  text: string;
  /** What has no counterpart here. */
  blockers: string[];
}

const DOLLAR = /\$\{((?:[^{}]|\{[^{}]*\})*)\}/g;
const SHELL = /\$([A-Za-z_]\w*)/g;
const BRACES = /\$?\{(env|file):([^{}]*)\}|\$\{[A-Za-z_]\w*(?::-[^}]*)?\}/g;
const OWN_VARIABLE = /^[A-Za-z_]\w*(?::-.*)?$/s;

/** A text of another host with its variables in simse's words: `${NAME}`. */
export function translateVariables(text: string, style: VariableStyle, place: VariablePlace): Translated {
  const blockers: string[] = [];
  const block = (blocker: string, instead: string): string => {
    blockers.push(blocker);
    return instead;
  };
  switch (style) {
    case 'dollar':
    case 'shell': {
      const translated = text.replace(DOLLAR, (written, name: string) =>
        translateDollar(name, place, (blocker, instead = written) => block(blocker, instead)),
      );
      return { text: style === 'shell' ? translated.replace(SHELL, '${$1}') : translated, blockers };
    }
    case 'braces':
      return {
        text: text.replace(BRACES, (written, kind?: string, name = '') => {
          if (kind === 'env') return `\${${name}}`;
          return block(kind === 'file' ? readsFile(written) : isText(written), written);
        }),
        blockers,
      };
    case 'none':
      return {
        text: text.replace(DOLLAR, (written, name: string) => {
          if (name.startsWith('env:')) return `\${${name.slice(4)}}`;
          return OWN_VARIABLE.test(name) ? block(isText(written), written) : written;
        }),
        blockers,
      };
  }
}

/** What stands for the `${…}` of an editor. */
function translateDollar(
  name: string,
  { platform, home, project }: VariablePlace,
  block: (blocker: string, instead?: string) => string,
): string {
  const { basename, sep } = platform === 'win32' ? win32 : posix;
  const [, kind, rest = ''] = /^(env|input|file|command|config):(.*)$/s.exec(name) ?? [];
  if (kind === 'env') return `\${${rest}}`;
  if (kind === 'input') {
    const variable = variableFor(rest);
    return block(`the other host asks for "${rest}": set ${variable}`, `\${${variable}}`);
  }
  if (kind === 'file') return block(readsFile(`\${${name}}`));
  switch (name) {
    case 'userHome':
      return home;
    case 'workspaceFolder':
    case 'workspaceRoot':
    case 'cwd':
      return project;
    case 'workspaceFolderBasename':
      return basename(project);
    case 'pathSeparator':
    case '/':
      return sep;
    default:
      return OWN_VARIABLE.test(name) ? `\${${name}}` : block(`\${${name}} has no meaning here`);
  }
}

/** The name of an environment variable for what is called by any words: `api-key` is `API_KEY`. */
export function variableFor(words: string): string {
  const name = words.replace(/([a-z\d])([A-Z])/g, '$1_$2').replace(/\W+/g, '_');
  return name.replace(/^(?=\d|$)|^_+(?=\d)/, '_').toUpperCase();
}

function readsFile(written: string): string {
  return `${written} is the content of a file, which simse does not put in`;
}

function isText(written: string): string {
  return `${written} is plain text there, and would be a variable here`;
}
