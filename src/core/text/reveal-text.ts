/** All that is shown as it is: most of what is judged, at once. */
const PLAIN = /^[!-[\]-~]+(?: [!-[\]-~]+)*$/;
const ASCII = /^[\n\t -~]*$/;
/** What a terminal obeys, draws as a blank or does not draw at all; and letters that only look right beside others. */
const UNSEEN_CLASS =
  '(?![\\n\\t ])[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}\\p{Zs}\\p{Default_Ignorable_Code_Point}\\u1100-\\u11ff\\u2800\\ufffc\\u{13441}\\u{13442}\\u{16fe4}\\u{1d159}]';
const UNSEEN = new RegExp(UNSEEN_CLASS, 'u');
const EMOJI_OR_UNSEEN = new RegExp(
  `(\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?(?:\\u200d\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)*)|${UNSEEN_CLASS}`,
  'gu',
);
/** The emoji that there are; others of the same build may be drawn as their parts. */
const EMOJI = new RegExp('^(?![\\u0000-\\u02ff])\\p{RGI_Emoji}$', 'v');
/** Marks without a letter of their own below them, and of a pile those above the third. */
const STRAY_MARKS = /(?<=^|[\u0000-\u02ff])\p{M}+|(?<=\p{M}{3})\p{M}+/gmu;
const COMPOSABLE = /[^\u0000-\u02ff]\p{M}*/gu;
const LOOKALIKE = /[\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο]/u;
const LETTERS =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο]+/gu;
const LATIN = /\p{Script=Latin}/u;
/** So many blanks in a row only push what is behind them out of sight. */
const MANY_BLANKS = / {4,}/g;

/**
 * Text that somebody decides on, such as a command, a path or a change, safe to draw. Nothing is dropped and no two texts
 * look alike: what cannot be seen, or is not what it seems, is shown as its number, as in `\u{1b}`, and so is the backslash
 * of what is written so. A blank at the end of a line counts as unseen, and so do tabs, unless they are what indents the
 * text. Keeps `\n`.
 */
export function revealText(text: string): string {
  if (PLAIN.test(text)) return text;
  const escaped = text.replace(/\\(?=u\{)/g, toNumber);
  const exact = ASCII.test(escaped)
    ? escaped
    : revealLookalikes(revealComposed(revealMarks(revealUnseen(escaped))));
  const indents = !/^ /m.test(exact);
  return exact
    .replace(/[\t ](?=\n|$)/g, toNumber)
    .replace(/^(\t+)|\t/gm, (tabs, indent?: string) =>
      indents && indent !== undefined ? tabs : toNumbers(tabs),
    );
}

/** As revealText, and on one line: a line break becomes `⏎`, many blanks or breaks in a row their number. */
export function revealLine(text: string): string {
  if (PLAIN.test(text)) return text;
  return revealText(text)
    .replaceAll('⏎', toNumber)
    .replaceAll('\t', toNumber)
    .replace(MANY_BLANKS, ({ length }) => `\\u{20×${length}}`)
    .replace(/\n+/g, ({ length }) => (length === 1 ? ' ⏎ ' : ` ⏎×${length} `));
}

function toNumber(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

function toNumbers(text: string): string {
  return Array.from(text, toNumber).join('');
}

function revealUnseen(text: string): string {
  if (!UNSEEN.test(text)) return text;
  return text.replace(EMOJI_OR_UNSEEN, (found, emoji: string | undefined) => {
    if (emoji === undefined) return toNumber(found);
    return EMOJI.test(emoji)
      ? emoji
      : emoji.replace(/./gu, (one) => (UNSEEN.test(one) ? toNumber(one) : one));
  });
}

function revealMarks(text: string): string {
  return /\p{M}/u.test(text) ? text.replace(STRAY_MARKS, toNumbers) : text;
}

/** Of what can be written in two ways, and is drawn the same, the one that is not usual. */
function revealComposed(text: string): string {
  if (text === text.normalize('NFC')) return text;
  return text.replace(COMPOSABLE, (found) => {
    if (found === found.normalize('NFC')) return found;
    const [base = '', ...marks] = Array.from(found);
    return (base === base.normalize('NFC') ? base : toNumber(base)) + marks.map(toNumber).join('');
  });
}

/** Letters of other scripts within a word in Latin ones. */
function revealLookalikes(text: string): string {
  if (!LOOKALIKE.test(text)) return text;
  return text.replace(LETTERS, (word) =>
    LATIN.test(word) ? word.replace(/./gu, (one) => (LATIN.test(one) ? one : toNumber(one))) : word,
  );
}
