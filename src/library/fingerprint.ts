import { createHash } from 'node:crypto';

/** The same for texts that differ in case, blanks and line breaks only: what makes two entries duplicates. */
export function fingerprint(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  return createHash('sha256').update(plain).digest('base64url').slice(0, 22);
}
