import { Writable } from 'node:stream';

/**
 * Takes stdout for one protocol, for the rest of the process: what anything else writes there, `console.log` included, goes to
 * stderr from now on. Returns the real one.
 */
export function claimStdout(): Writable {
  const { write } = process.stdout;
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return new Writable({
    write(chunk: Buffer, encoding, done) {
      write.call(process.stdout, chunk, encoding, done);
    },
  });
}
