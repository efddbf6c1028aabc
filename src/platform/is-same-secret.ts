import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether what somebody shows is the secret, in time that tells nothing about it. */
export function isSameSecret(shown: string, secret: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(shown), digest(secret));
}
