/** Whether a text can be the value of a header: one line of Latin letters. The runtime's own error would quote it. */
export function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}
