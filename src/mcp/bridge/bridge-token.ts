import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret for one bridge: 256 bits in letters that headers and environments take. */
export function createBridgeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a secret that somebody presents is ours, in time that tells nothing about it. */
export function isSameToken(presented: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(presented), digest(token));
}
