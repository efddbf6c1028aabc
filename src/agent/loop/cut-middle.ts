/** A text of at most so many characters: of a longer one its beginning and, since that is newer, twice as much of its end. */
export function cutMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const head = Math.floor(maxChars / 3);
  const tail = Math.max(0, maxChars - head);
  const left = text.length - head - tail;
  return `${text.slice(0, head)}\n[… ${left} characters are left out here …]\n${text.slice(text.length - tail)}`;
}
