/**
 * Why the user's proxy let nothing through. The message goes after the name of what was wanted, and names the proxy without
 * its password. It always comes before the request itself was sent.
 */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  /** Whether trying again is of no use. */
  readonly isFinal: boolean;
  /** What the user can do, one sentence. */
  readonly hint: string | undefined;

  constructor(
    message: string,
    options: { isFinal?: boolean; hint?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.isFinal = options.isFinal ?? false;
    this.hint = options.hint;
  }
}
