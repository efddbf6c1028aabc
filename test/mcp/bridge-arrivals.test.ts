import { expect, test } from 'vitest';
import { connectAgent } from './connect-agent.ts';
import { fakeServers, tool } from './fake-servers.ts';
import { bridgeOver } from './open-bridge.ts';

/** Servers that are ready when they are told to be, and whether somebody waits for them. */
function slowServers() {
  let finish = (): void => {};
  let isNeeded = false;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const servers = fakeServers();
  servers.catalogue.ready = () => {
    isNeeded = true;
    return finished;
  };
  const start = () => {
    servers.tools = [tool('a/b')];
    finish();
  };
  return { servers, start, isNeeded: () => isNeeded };
}

test('while no agent has connected there is nothing to wait for', async () => {
  const { servers, isNeeded } = slowServers();
  await (await bridgeOver(servers)).settled();
  expect(isNeeded()).toBe(false);
});

test('what an agent is to do waits until it has the tools of servers that still start', async () => {
  const { servers, start, isNeeded } = slowServers();
  const bridge = await bridgeOver(servers);
  const connecting = connectAgent(bridge);
  await expect.poll(isNeeded).toBe(true);
  let isSettled = false;
  const settled = bridge.settled().then(() => {
    isSettled = true;
  });
  start();
  const agent = await connecting;
  expect(isSettled).toBe(false);
  expect((await agent.listTools()).tools.map(({ name }) => name)).toEqual(['a__b']);
  await settled;
});

test('an agent that goes before it has its tools keeps nobody waiting', async () => {
  const { servers, start } = slowServers();
  const bridge = await bridgeOver(servers, false);
  start();
  const agent = await connectAgent(bridge);
  const since = performance.now();
  await agent.close();
  await bridge.settled();
  expect(performance.now() - since).toBeLessThan(7000);
});
