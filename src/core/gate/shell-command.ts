/** A word as its program gets it, without quotes. */
export interface ShellWord {
  text: string;
  /** False when a shell would put something else in its place: a variable, a substitution, a glob, braces. */
  certain: boolean;
}

export interface ShellCommand {
  /** As it was written, without blanks around it, comments and redirections to /dev/null. */
  text: string;
  /** Without redirections and their targets. */
  words: ShellWord[];
}

/** Whether a word before the program's name sets a variable, as in `CI=1 npm test`. */
export function isAssignment(word: ShellWord): boolean {
  return /^\w+(?:\[[^\]]*\])?\+?=/.test(word.text);
}

/** A simple command while it is being read. */
export class ShellCommandDraft {
  private text = '';
  /** The length of `text` without the blanks at its end. */
  private end = 0;
  private words: ShellWord[] = [];
  private word: ShellWord | null = null;
  private awaitsTarget = false;

  get isAtWordStart(): boolean {
    return this.word === null;
  }

  /** Whether what was added last closes a brace. */
  get endsWithBrace(): boolean {
    return this.text.endsWith('}');
  }

  /** Adds to the word at the end: `raw` as it was written, `value` as the program gets it. */
  add(raw: string, value: string, certain: boolean): void {
    this.word ??= { text: '', certain: true };
    this.word.text += value;
    this.word.certain &&= certain;
    this.text += raw;
    this.end = this.text.length;
  }

  addBlank(raw: string): void {
    this.endWord();
    if (this.text !== '') this.text += raw;
  }

  /** The word that follows is the redirection's target, not one of the command's own. */
  addRedirect(raw: string): void {
    this.endWord();
    this.awaitsTarget = true;
    this.text += raw;
    this.end = this.text.length;
  }

  endWord(): void {
    if (this.word === null) return;
    if (!this.awaitsTarget) this.words.push(this.word);
    this.awaitsTarget = false;
    this.word = null;
  }

  /** The command, or null when there is none, and begins the next one. */
  finish(): ShellCommand | null {
    this.endWord();
    const command = { text: this.text.slice(0, this.end), words: this.words };
    this.text = '';
    this.end = 0;
    this.words = [];
    this.awaitsTarget = false;
    return command.text === '' ? null : command;
  }
}
