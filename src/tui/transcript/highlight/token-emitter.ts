import type { Emitter } from 'highlight.js';
import type { Style } from '../../draw/theme.ts';
import { styleOfScope } from './style-of-scope.ts';
import type { Token } from './tokenizer.ts';

/** Takes what highlight.js finds as a flat list of tokens, where its own emitter builds a tree for HTML. */
export class TokenEmitter implements Emitter {
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
