import { expect, test } from 'vitest';
import type {
  Elicit,
  ElicitationAnswer,
  ElicitationRequest,
} from '../../src/core/elicitation/elicitation.ts';
import { createHost, fixture, SOON, textOf } from './start-host.ts';

const FORM = {
  mode: 'form',
  message: 'Who are you?',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name' },
      age: { type: 'integer', minimum: 0, default: 30 },
      city: { type: 'string', enum: ['oslo', 'rome'], enumNames: ['Oslo', 'Rome'], default: 'rome' },
      news: { type: 'boolean' },
    },
    required: ['name'],
  },
};
const PAGE = { mode: 'url', message: 'Log in.', url: 'https://login.test/', elicitationId: 'e1' };

interface Asked {
  request: ElicitationRequest;
  askedBy: string;
}

/** A host whose user answers so. */
async function hostWith(
  answer: (request: ElicitationRequest, signal?: AbortSignal) => Promise<ElicitationAnswer>,
) {
  const running = await createHost([fixture('asks', [], { timeoutMs: 1500 })]);
  const asked: Asked[] = [];
  const elicit: Elicit = (request, { askedBy, signal }) => {
    asked.push({ request, askedBy });
    return answer(request, signal);
  };
  running.host.serveClient({ elicit });
  const ask = async (params: object, signal?: AbortSignal) => {
    const call = { method: 'elicitation/create', params } as never;
    const options = signal === undefined ? {} : { signal };
    return JSON.parse(textOf(await running.host.catalogue.call('asks/request', call, options))) as unknown;
  };
  return { ...running, asked, ask };
}

test('a form is put to the user in the name of its server, and what is left out has its default', async () => {
  const { ask, asked } = await hostWith(() =>
    Promise.resolve({ action: 'accept', content: { name: 'Ada' } }),
  );

  expect(await ask(FORM)).toEqual({
    result: { action: 'accept', content: { name: 'Ada', age: 30, city: 'rome' } },
  });
  expect(asked).toMatchObject([
    {
      askedBy: 'asks',
      request: {
        mode: 'form',
        message: 'Who are you?',
        fields: [
          { key: 'name', label: 'Name', type: 'text', required: true },
          { key: 'age', type: 'integer', default: 30, minimum: 0 },
          { key: 'city', type: 'choice', options: [{ value: 'oslo', label: 'Oslo' }, { label: 'Rome' }] },
          { key: 'news', type: 'boolean', required: false },
        ],
      },
    },
  ]);
});

test.each(['decline', 'cancel'] as const)(
  'a user who does not answer a form is told of as "%s"',
  async (action) => {
    const { ask } = await hostWith(() => Promise.resolve({ action }));
    expect(await ask({ ...FORM, mode: undefined })).toEqual({ result: { action } });
  },
);

test('a page is shown, and the user may open it or not', async () => {
  const { ask, asked } = await hostWith(() => Promise.resolve({ action: 'accept' }));

  expect(await ask(PAGE)).toEqual({ result: { action: 'accept' } });
  expect(asked).toEqual([
    { askedBy: 'asks', request: { mode: 'url', message: 'Log in.', url: 'https://login.test/', id: 'e1' } },
  ]);
});

test.each(['file:///etc/passwd', 'javascript:alert(1)', 'nonsense'])(
  'a link that is no page is refused: %s',
  async (url) => {
    const { ask, asked } = await hostWith(() => Promise.resolve({ action: 'accept' }));
    expect(await ask({ ...PAGE, url })).toMatchObject({ error: { code: -32602 } });
    expect(asked).toEqual([]);
  },
);

test('a page that the server says was dealt with needs no answer any more', async () => {
  const { ask, host } = await hostWith(
    (_request, signal) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve({ action: 'cancel' }));
        const params = { elicitationId: 'e1' };
        void host.catalogue.call('asks/notify', { method: 'notifications/elicitation/complete', params });
      }),
  );
  expect(await ask(PAGE)).toEqual({ result: { action: 'accept' } });
});

test('a call does not run out of time while the user fills in what it asks for', async () => {
  const { ask } = await hostWith(async () => {
    // Twice the time that a call may take.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    return { action: 'accept', content: { name: 'Ada' } };
  });
  expect(await ask(FORM)).toMatchObject({ result: { action: 'accept' } });
});

test('who interrupts a call takes with it what it asks', async () => {
  const interrupt = new AbortController();
  let isClosed = false;
  const { ask } = await hostWith(
    (_request, signal) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => {
          isClosed = true;
          resolve({ action: 'cancel' });
        });
        interrupt.abort();
      }),
  );
  await expect(ask(FORM, interrupt.signal)).rejects.toMatchObject({ code: 'cancelled' });
  await expect.poll(() => isClosed, SOON).toBe(true);
});

test('a tool that needs the user to visit a page first is called again after that', async () => {
  const { host, asked } = await hostWith(() => Promise.resolve({ action: 'accept' }));

  expect(textOf(await host.catalogue.call('asks/visit', {}))).toBe('welcome back');
  expect(asked).toMatchObject([{ request: { mode: 'url', url: 'https://login.test/', id: 'page-1' } }]);
});

test('a tool that needs a page the user will not visit fails with its own words', async () => {
  const { host } = await hostWith(() => Promise.resolve({ action: 'decline' }));

  const result = await host.catalogue.call('asks/visit', {});
  expect(result.isError).toBe(true);
  expect(textOf(result)).toBe('a login is needed');
});
