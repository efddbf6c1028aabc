import { expect, test } from 'vitest';
import { createMcpRoster, type ServerOffer } from '../../../src/agent/mcp-client/mcp-roster.ts';

const { signal } = new AbortController();
const offer = (instructions: string): ServerOffer => ({ tools: [], instructions });
const said = (roster: ReturnType<typeof createMcpRoster>) =>
  roster.known().map(({ server, offer: { instructions } }) => `${server}: ${instructions}`);

test('servers that answer are there, in their order, and one that fails is asked again next time', async () => {
  let asked = 0;
  const roster = createMcpRoster(['a', 'b'], async (server) => {
    if (server === 'a' && (asked += 1) === 1) throw new Error('not yet');
    return offer(`hello ${asked}`);
  });
  await roster.gather(signal);
  expect(said(roster)).toEqual(['b: hello 1']);
  await roster.gather(signal);
  await expect.poll(() => said(roster)).toEqual(['a: hello 2', 'b: hello 1']);
});

test('a server that hangs is waited for once, and is there when it has answered', async () => {
  let answer: ((offer: ServerOffer) => void) | undefined;
  const slow = new Promise<ServerOffer>((resolve) => (answer = resolve));
  const roster = createMcpRoster(
    ['slow', 'quick'],
    (server) => (server === 'slow' ? slow : Promise.resolve(offer('hi'))),
    20,
  );
  await roster.gather(signal);
  await roster.gather(signal);
  expect(said(roster)).toEqual(['quick: hi']);
  answer?.(offer('at last'));
  await expect.poll(() => said(roster)).toEqual(['slow: at last', 'quick: hi']);
});

test('a turn that is cancelled does not wait', async () => {
  const turn = new AbortController();
  const roster = createMcpRoster(['slow'], () => new Promise(() => {}));
  const gathering = roster.gather(turn.signal);
  turn.abort(new Error('cancelled'));
  await expect(gathering).rejects.toThrow('cancelled');
});

test('a server whose tools have changed is asked again, and the newest answer counts', async () => {
  const answers: ((offer: ServerOffer) => void)[] = [];
  const roster = createMcpRoster(['a'], () => new Promise((resolve) => answers.push(resolve)));
  const gathering = roster.gather(signal);
  roster.refresh('a');
  answers[1]?.(offer('new'));
  await expect.poll(() => said(roster)).toEqual(['a: new']);
  answers[0]?.(offer('old'));
  await gathering;
  expect(said(roster)).toEqual(['a: new']);
});

test('a server whose tools change while it is asked is waited for until the newest answer', async () => {
  const answers: ((offer: ServerOffer) => void)[] = [];
  const roster = createMcpRoster(['a'], () => new Promise((resolve) => answers.push(resolve)));
  const gathered = roster.gather(signal).then(() => said(roster));
  roster.refresh('a');
  answers[0]?.(offer('old'));
  answers[1]?.(offer('new'));
  expect(await gathered).toEqual(['a: new']);
});
