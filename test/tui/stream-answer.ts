import { createRandom } from '../helpers/random.ts';
import { agentSays, type FakeSession } from './fake-session.ts';
import { END, turn } from './open-repl.ts';

/** Sends a long answer with everything in it, in random pieces, while `disturb` does something between them. */
export async function streamAnswer(
  seed: number,
  session: FakeSession,
  disturb: () => Promise<void> | void,
): Promise<void> {
  const random = createRandom(seed);
  session.emit(turn(`prompt ${seed}`));
  let rest = ANSWER;
  while (rest !== '') {
    const length = 1 + random.below(60);
    session.emit(agentSays(rest.slice(0, length)));
    rest = rest.slice(length);
    if (random.below(4) === 0) await disturb();
  }
  session.emit(END);
}

const ANSWER = Array.from({ length: 12 }, (_, index) =>
  [
    `## Part ${index} of it`,
    `Paragraph ${index}: ${'words that fill some rows of it, 漢字 and 👩‍👩‍👧, '.repeat(3)}end ${index}.`,
    `- item ${index} a\n- item ${index} b`,
    `\`\`\`\ncode ${index} a\n\ncode ${index} b\n\`\`\``,
  ].join('\n\n'),
).join('\n\n');

/** What every line of the transcript must contain once, in this order. */
export const MARKS = Array.from({ length: 12 }, (_, index) => [
  `Part ${index} of it`,
  `end ${index}.`,
  `item ${index} a`,
  `item ${index} b`,
  `code ${index} a`,
  `code ${index} b`,
]).flat();

/** Those lines, as they are in a transcript. */
export function marksIn(transcript: string): string[] {
  const flat = transcript.replaceAll(/\s+/g, ' ');
  const found = flat.matchAll(/Part \d+ of it|end \d+\.|item \d+ [ab]|code \d+ [ab]/g);
  return Array.from(found, ([mark]) => mark);
}

/** A moment in which something is drawn. */
export const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 3));
