import type { Emitter } from 'highlight.js';
import highlight from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import type { Style } from '../../draw/theme.ts';

/** A run of code, with the style of what it is, null for plain code. May span lines. */
export interface Token {
  readonly text: string;
  readonly style: Style | null;
}

/** What knows the languages. */
export interface Tokenizer {
  knows(language: string): boolean;
  /** `isSettled`: nothing that began in this code goes on behind it, as a comment or a string of several lines would. */
  tokenize(code: string, language: string): { tokens: readonly Token[]; isSettled: boolean };
}

const GRAMMARS = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  graphql,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lua,
  makefile,
  markdown,
  php,
  powershell,
  python,
  ruby,
  rust,
  shell,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};

/** Loads much: only to be imported once the first frame is on the screen. */
export function createTokenizer(): Tokenizer {
  const library = highlight.newInstance();
  library.configure({ __emitter: TokenEmitter });
  for (const [name, grammar] of Object.entries(GRAMMARS)) library.registerLanguage(name, grammar);
  return {
    knows: (language) => library.getLanguage(language) !== undefined,
    tokenize(code, language) {
      const { _emitter, _top } = library.highlight(code, { language, ignoreIllegals: true });
      const tokens = _emitter instanceof TokenEmitter ? _emitter.tokens : [];
      return { tokens, isSettled: _top === undefined || !('parent' in _top) || _top.parent === undefined };
    },
  };
}

/** Takes what highlight.js finds as a flat list of tokens, where its own emitter builds a tree for HTML. */
class TokenEmitter implements Emitter {
  readonly tokens: Token[] = [];
  /** The style of each scope that is open, the outermost first. */
  readonly #open: (Style | null)[] = [];

  addText(text: string): void {
    if (text !== '') this.#add(text, this.#style);
  }

  startScope(scope: string): void {
    const style = styleOfScope(scope);
    this.#open.push(style === undefined ? this.#style : style);
  }

  endScope(): void {
    this.#open.pop();
  }

  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  /** Code of another language within this one, as a script in a page. */
  __addSublanguage(emitter: Emitter): void {
    if (!(emitter instanceof TokenEmitter)) return;
    for (const { text, style } of emitter.tokens) this.#add(text, style ?? this.#style);
  }

  finalize(): void {}

  toHTML(): string {
    return '';
  }

  #add(text: string, style: Style | null): void {
    const last = this.tokens.at(-1);
    if (last?.style === style) this.tokens[this.tokens.length - 1] = { text: last.text + text, style };
    else this.tokens.push({ text, style });
  }

  get #style(): Style | null {
    return this.#open.at(-1) ?? null;
  }
}

/** By the first word of a scope, or by all of it. null is plain code. */
const STYLES: Readonly<Record<string, Style | null>> = {
  keyword: 'keyword',
  'meta keyword': 'keyword',
  'variable.language': 'keyword',
  built_in: 'type',
  type: 'type',
  'title.class': 'type',
  'title.class.inherited': 'type',
  'selector-class': 'type',
  'selector-id': 'type',
  title: 'callable',
  section: 'callable',
  name: 'callable',
  'selector-tag': 'callable',
  string: 'string',
  regexp: 'string',
  char: 'string',
  link: 'string',
  addition: 'added',
  deletion: 'removed',
  number: 'number',
  literal: 'number',
  symbol: 'number',
  bullet: 'number',
  'variable.constant': 'number',
  attr: 'attribute',
  attribute: 'attribute',
  property: null,
  meta: 'meta',
  'selector-attr': 'attribute',
  'selector-pseudo': 'attribute',
  'template-variable': 'attribute',
  variable: 'attribute',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  emphasis: 'emphasis',
  strong: 'strong',
  subst: null,
  params: null,
};

/** How what highlight.js calls so is drawn; undefined: as what it stands in. */
function styleOfScope(scope: string): Style | null | undefined {
  const whole = STYLES[scope];
  return whole === undefined ? STYLES[/^[^. ]+/.exec(scope)?.[0] ?? ''] : whole;
}
