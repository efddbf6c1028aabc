import { Parser } from 'htmlparser2';

/** Deeper than any page is nested: closing a tag takes the parser as long as its page is deep, so it stops there. */
const MAX_DEPTH = 1000;
const TOO_DEEP = '[The rest of the page is nested too deeply to be read.]';
/** Their content is not text of the page. */
const SKIPPED = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'iframe',
  'object',
  'head',
  'title',
  'select',
  'button',
]);
const BLOCKS = new Set(
  `address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form header hgroup hr li main
  nav ol p pre section summary table tbody tfoot thead tr ul h1 h2 h3 h4 h5 h6`.split(/\s+/),
);
const CELLS = new Set(['td', 'th']);
/** They stand line under line. */
const TIGHT = new Set(['li', 'tr', 'dt', 'dd', 'ul', 'ol', 'tbody', 'thead', 'tfoot']);
const ITEM = '- ';
const FENCE = '```';
const HEADING = /^h([1-6])$/;

/** A page's title and its text as plain Markdown: headings, lists, code and the addresses of links stay. */
export interface PageText {
  title: string;
  text: string;
}

/** `base` is the page's address, by which links are made whole. */
export function pageText(html: string, base: string): PageText {
  const reader = new PageReader(base);
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > MAX_DEPTH) parser.pause();
      else reader.open(name, attributes);
    },
    ontext: (text) => reader.text(text),
    onclosetag(name) {
      depth -= 1;
      reader.close(name);
    },
  });
  parser.end(html);
  const { title, text } = reader.page();
  return { title, text: depth > MAX_DEPTH ? `${text}\n\n${TOO_DEEP}` : text };
}

/** Builds lines, so that a page of megabytes takes no longer than reading it once. */
class PageReader {
  readonly #base: string;
  readonly #lines: string[] = [];
  #line = '';
  #title = '';
  #inTitle = false;
  #skipped = 0;
  #preformatted = 0;
  /** The addresses of the links that are open. */
  readonly #links: (string | null)[] = [];

  constructor(base: string) {
    this.#base = base;
  }

  open(name: string, { href = '', alt = '' }: Record<string, string>): void {
    if (name === 'title') this.#inTitle = true;
    if (SKIPPED.has(name)) this.#skipped += 1;
    if (this.#skipped > 0) return;
    if (name === 'br') this.#endLine();
    else if (name === 'img') this.#write(alt);
    else if (name === 'a') this.#openLink(href);
    else if (name === 'code' && this.#preformatted === 0) this.#line += '`';
    else if (BLOCKS.has(name)) this.#openBlock(name);
  }

  text(text: string): void {
    if (this.#inTitle) this.#title += text;
    if (this.#skipped > 0) return;
    if (this.#preformatted === 0) return this.#write(text.replace(/\s+/g, ' '));
    const [first = '', ...others] = text.split('\n');
    this.#line += first;
    for (const line of others) {
      this.#endLine();
      this.#line = line;
    }
  }

  close(name: string): void {
    if (name === 'title') this.#inTitle = false;
    if (SKIPPED.has(name)) this.#skipped = Math.max(0, this.#skipped - 1);
    else if (this.#skipped > 0) return;
    else if (name === 'a') this.#closeLink();
    else if (name === 'code' && this.#preformatted === 0) this.#line += '`';
    else if (CELLS.has(name)) this.#write(' | ');
    else if (BLOCKS.has(name)) this.#closeBlock(name);
  }

  page(): PageText {
    this.#endBlock(1);
    const text = this.#lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
    return { title: this.#title.replace(/\s+/g, ' ').trim(), text };
  }

  #openBlock(name: string): void {
    const level = HEADING.exec(name)?.[1];
    // What an item begins with stays with its first paragraph.
    if (this.#line !== ITEM) this.#endBlock(TIGHT.has(name) ? 1 : 2);
    if (level !== undefined) this.#line = `${'#'.repeat(Number(level))} `;
    if (name === 'li') this.#line = ITEM;
    if (name !== 'pre') return;
    if (this.#preformatted === 0) this.#lines.push(FENCE);
    this.#preformatted += 1;
  }

  #closeBlock(name: string): void {
    if (name === 'tr') this.#line = this.#line.replace(/[ |]+$/, '');
    const isEnd = name === 'pre' && this.#preformatted === 1;
    if (name === 'pre') this.#preformatted = Math.max(0, this.#preformatted - 1);
    if (!isEnd) return this.#endBlock(TIGHT.has(name) ? 1 : 2);
    if (this.#line !== '') this.#endLine();
    this.#lines.push(FENCE, '');
  }

  #openLink(href: string): void {
    const address = URL.canParse(href, this.#base) ? new URL(href, this.#base) : null;
    const isHere = address?.href.replace(/#.*/, '') === this.#base.replace(/#.*/, '');
    const leads = address !== null && /^https?:$/.test(address.protocol) && !isHere;
    this.#links.push(leads ? address.href : null);
    if (leads) this.#line += '[';
  }

  /** A link without words, as around a picture that says nothing, is left out. */
  #closeLink(): void {
    const href = this.#links.pop() ?? null;
    if (href === null) return;
    this.#line = this.#line.endsWith('[') ? this.#line.slice(0, -1) : `${this.#line}](${href})`;
  }

  /** Blanks at the beginning of a line and doubled ones are nothing. */
  #write(text: string): void {
    this.#line += this.#line === '' || /[\s[]$/.test(this.#line.slice(-1)) ? text.trimStart() : text;
  }

  #endLine(): void {
    this.#lines.push(this.#line.trimEnd());
    this.#line = '';
  }

  /** Ends the line, if there is anything on it, and leaves one free where the next block stands apart. */
  #endBlock(lines: 1 | 2): void {
    if (/^(?:-|#+)? *$/.test(this.#line)) this.#line = '';
    else this.#endLine();
    if (lines === 2 && this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('');
  }
}
