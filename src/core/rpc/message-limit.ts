import { SimseError } from '../errors.ts';

/** The largest message that is taken from a server or through the bridge. */
export const MESSAGE_LIMIT_BYTES = 32 * 1024 * 1024;

/** What is told of a message that was dropped for its size. */
export function messageTooLarge(bytes: number): SimseError {
  const megabytes = (size: number): string => `${Math.round(size / 1024 / 1024)} MB`;
  const limit = megabytes(MESSAGE_LIMIT_BYTES);
  return new SimseError(
    'limit',
    `sent a message of ${megabytes(bytes)}, which was dropped; the limit is ${limit}`,
  );
}
