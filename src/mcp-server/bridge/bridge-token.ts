import { randomBytes } from 'node:crypto';

/** A secret for one bridge: 256 bits in letters that headers and environments take. */
export function createBridgeToken(): string {
  return randomBytes(32).toString('base64url');
}
