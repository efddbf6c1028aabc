import { isAssignment, type ShellCommand, ShellCommandDraft } from './shell-command.ts';

export interface ScannedLine {
  /** Every simple command, also those inside subshells and substitutions. */
  commands: ShellCommand[];
  /** It reads from or writes to something other than /dev/null and its own descriptors. */
  redirects: boolean;
  /** What really runs cannot be read off the text. */
  opaque: boolean;
}

/** A part of the line that `closer` ends: a substitution, a subshell, double quotes; '' is the line itself. */
interface Frame {
  closer: '' | ')' | '`' | '"';
  draft: ShellCommandDraft;
}

/** Touches no file. `&>` only at the end of a command, since before a word it means different things to two shells. */
const HARMLESS_REDIRECT =
  /(?:\d*>&\d+|\d*(?:>>?|<)[ \t]*\/dev\/null)(?![^ \t\n;&|])|&>>?[ \t]*\/dev\/null(?=[ \t]*(?:[;&|\n]|$))/y;
const REDIRECT = /\d*(?:<<<|<<-?|<>|<&|>>|>\||>&|<|>)/y;
const SUBSCRIPT = /\$(?:\w+|[@*#?$!-])\[/y;
/** A carriage return and the like: not what people see, and not the same to every shell. */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/**
 * Takes a POSIX command line apart, in linear time and without ever throwing. It errs on the side of `opaque`: what a
 * shell could expand into another command, and what two shells read differently, makes the line opaque.
 */
export function scanShellLine(line: string): Readonly<ScannedLine> {
  if (latest?.line === line) return latest.scanned;
  const { commands, redirects, opaque } = new ShellScanner(line).scan();
  latest = { line, scanned: { commands, redirects, opaque } };
  return latest.scanned;
}

/** One line after the other is held against every rule there is. */
let latest: { line: string; scanned: ScannedLine } | null = null;

class ShellScanner implements ScannedLine {
  readonly commands: ShellCommand[] = [];
  redirects = false;
  opaque: boolean;
  private readonly line: string;
  private readonly outerFrames: Frame[] = [];
  private frame: Frame = { closer: '', draft: new ShellCommandDraft() };
  private at = 0;

  constructor(line: string) {
    this.line = line;
    this.opaque = UNSEEN.test(line);
  }

  scan(): this {
    while (this.at < this.line.length) {
      const char = this.line.charAt(this.at);
      if (this.frame.closer === '"') this.readQuoted(char);
      else this.readCode(char);
    }
    this.opaque ||= this.outerFrames.length > 0;
    do this.endCommand();
    while (this.closeFrame());
    return this;
  }

  private readCode(char: string): void {
    const { isAtWordStart } = this.frame.draft;
    if (isAtWordStart && char === '#') return this.skipComment();
    if ((isAtWordStart ? /[\d<>&]/ : /[<>&]/).test(char) && this.readRedirect()) return;
    switch (char) {
      case ' ':
      case '\t':
        this.at += 1;
        return this.frame.draft.addBlank(char);
      case ';':
      case '&':
      case '|':
      case '\n':
        this.at += 1;
        return this.endCommand();
      case '(':
      case ')':
        return this.readParenthesis(char);
      case '\\':
        return this.readEscape(/[^]/);
      case "'":
        return this.readSingleQuotes();
      case '"':
        this.take(char, '');
        return this.openFrame({ closer: '"', draft: this.frame.draft });
      case '`':
        return this.readBacktick();
      case '$':
        return this.readDollar(/[({['"]/);
      default:
        return this.take(char, char, !this.isGlobAt(char));
    }
  }

  private readQuoted(char: string): void {
    if (char === '\\') return this.readEscape(/[$"\\`\n]/);
    if (char === '`') return this.readBacktick();
    if (char === '$') return this.readDollar(/[({[]/);
    this.take(char, char === '"' ? '' : char);
    if (char === '"') this.closeFrame();
  }

  /** `escapable` is what a backslash quotes here; before anything else it is itself. */
  private readEscape(escapable: RegExp): void {
    const next = this.line.charAt(this.at + 1);
    this.opaque ||= next === '';
    if (!escapable.test(next)) this.take('\\', '\\');
    else if (next === '\n') this.at += 2;
    else this.take(`\\${next}`, next);
  }

  /** A backslash before the closing quote keeps some shells from closing it. */
  private readSingleQuotes(): void {
    const end = this.line.indexOf("'", this.at + 1);
    this.opaque ||= end < 0 || this.line.charAt(end - 1) === '\\';
    const raw = this.line.slice(this.at, end < 0 ? undefined : end + 1);
    this.take(raw, raw.slice(1, end < 0 ? undefined : -1));
  }

  private readDollar(opaqueBefore: RegExp): void {
    const next = this.line.charAt(this.at + 1);
    // Some shells evaluate what is in brackets behind a variable.
    const isOpaque = opaqueBefore.test(next) || this.matchHere(SUBSCRIPT) !== null;
    this.opaque ||= isOpaque;
    this.take('$', '$', !isOpaque && !/[\w@*#?$!-]/.test(next));
    if (next !== '(') return;
    this.at += 1;
    this.openFrame({ closer: ')', draft: new ShellCommandDraft() });
  }

  private readBacktick(): void {
    this.opaque = true;
    if (this.frame.closer === '`') {
      this.at += 1;
      this.endCommand();
      this.closeFrame();
    } else {
      this.take('`', '', false);
      this.openFrame({ closer: '`', draft: new ShellCommandDraft() });
    }
  }

  private readParenthesis(char: string): void {
    this.opaque = true;
    this.at += 1;
    this.endCommand();
    if (char === '(') this.openFrame({ closer: ')', draft: new ShellCommandDraft() });
    else if (this.frame.closer === ')') this.closeFrame();
  }

  private readRedirect(): boolean {
    const harmless = this.matchHere(HARMLESS_REDIRECT);
    const redirect = harmless ?? this.matchHere(REDIRECT);
    if (redirect === null) return false;
    this.at += redirect.length;
    // bash sets a variable, `{fd}>…`, whose subscript it evaluates: `{a['$(evil)']}>…`.
    this.opaque ||= !this.frame.draft.isAtWordStart && this.frame.draft.endsWithBrace;
    if (harmless !== null) {
      this.frame.draft.endWord();
      return true;
    }
    this.redirects = true;
    this.opaque ||= redirect.includes('<<');
    this.frame.draft.addRedirect(redirect);
    return true;
  }

  private matchHere(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.line)?.[0] ?? null;
  }

  /** What a shell that knows no comments would run makes the line opaque. */
  private skipComment(): void {
    const lineBreak = this.line.indexOf('\n', this.at);
    const end = lineBreak < 0 ? this.line.length : lineBreak;
    this.opaque ||= /[&|]/.test(this.line.slice(this.at, end));
    this.at = end;
  }

  /** `[` and `{` before a blank are commands, and `{}` is a plain word. */
  private isGlobAt(char: string): boolean {
    const next = this.line.charAt(this.at + 1);
    if (char === '[') return !/^[\s[]?$/.test(next);
    if (char === '{') return !/^[\s}]?$/.test(next);
    return char === '*' || char === '?';
  }

  private take(raw: string, value: string, certain = true): void {
    this.frame.draft.add(raw, value, certain);
    this.at += raw.length;
  }

  private endCommand(): void {
    const command = this.frame.draft.finish();
    if (command === null) return;
    this.commands.push(command);
    const program = command.words.find((word) => !isAssignment(word));
    this.opaque ||= program?.certain === false;
  }

  private openFrame(frame: Frame): void {
    this.outerFrames.push(this.frame);
    this.frame = frame;
  }

  private closeFrame(): boolean {
    const outer = this.outerFrames.pop();
    if (outer !== undefined) this.frame = outer;
    return outer !== undefined;
  }
}
