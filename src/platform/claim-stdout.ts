import { Writable } from 'node:stream';

export interface ClaimedStdout {
  /** The real stdout. */
  stdout: Writable;
  /** Gives stdout back to everybody. */
  release(): void;
}

/** Takes stdout for one protocol: what anything else writes there, `console.log` included, goes to stderr from now on. */
export function claimStdout(): ClaimedStdout {
  const { write } = process.stdout;
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const stdout = new Writable({
    write(chunk: Buffer, encoding, done) {
      write.call(process.stdout, chunk, encoding, done);
    },
  });
  const release = (): void => {
    process.stdout.write = write;
  };
  return { stdout, release };
}
