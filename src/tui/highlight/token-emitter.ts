import type { Emitter } from 'highlight.js';
import type { Style } from '../theme.ts';
import { styleOfScope } from './style-of-scope.ts';
import type { Token } from './tokenizer.ts';

/** Takes what highlight.js finds as a flat list of tokens, where its own emitter builds a tree for HTML. */
export class TokenEmitter implements Emitter {
  readonly tokens: Token[] = [];
  /** The style of each scope that is open, the outermost first. */
  readonly #open: (Style | null)[] = [];

  addText(text: string): void {
    if (text !== '') this.tokens.push({ text, style: this.#style });
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
    for (const { text, style } of emitter.tokens) this.tokens.push({ text, style: style ?? this.#style });
  }

  finalize(): void {}

  toHTML(): string {
    return '';
  }

  get #style(): Style | null {
    return this.#open.at(-1) ?? null;
  }
}
