import { describe, expect, it } from 'vitest';
import { ParleyClient, ParleyError } from './client.ts';

const streamOf =
  (text: string, disconnects = false) =>
  () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.from(text));
          if (disconnects) controller.error(new TypeError('terminated'));
          else controller.close();
        },
      }),
      { headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
    );
const event = (id: number, type: string, data: object) =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
const errorResponse = (status: number, code: string) => () =>
  Response.json({ error: { code, message: 'No.' } }, { status });

/** The default `timeoutMs`. The client sleeps for it in parallel to each request; that sleep never elapses in these tests. */
const requestTimeoutMs = 30_000;

/** Creates a client whose service returns these responses in turn. No wait takes real time. */
function clientOn(responses: readonly (() => Response)[]) {
  const lastEventIds: (string | null)[] = [];
  const waits: number[] = [];
  const client = new ParleyClient({
    baseUrl: 'http://127.0.0.1:3000',
    apiKey: 'key',
    retriesMax: 0,
    sleep: async (delayMs, signal) => {
      if (delayMs === requestTimeoutMs)
        return new Promise((_, reject) => signal.addEventListener('abort', reject));
      waits.push(delayMs);
    },
    fetch: async ({ headers }) => {
      lastEventIds.push(headers.get('last-event-id'));
      return responses[lastEventIds.length - 1]!();
    },
  });
  return { client, lastEventIds, waits };
}

async function percentsOf(client: ParleyClient, signal?: AbortSignal): Promise<number[]> {
  const percents: number[] = [];
  const options = { path: { batchId: 'batch_1' }, ...(signal === undefined ? {} : { signal }) };
  for await (const { percent } of client.follow('followBatch', options)) percents.push(percent);
  return percents;
}

describe('follow', () => {
  it('yields the events until the event `end`', async () => {
    const text = `retry: 1000\n\n${event(1, 'progress', { percent: 1 })}:\n\n`;
    const { client, lastEventIds } = clientOn([
      streamOf(`${text}${event(2, 'progress', { percent: 100 })}${event(3, 'end', {})}`),
    ]);
    expect(await percentsOf(client)).toEqual([1, 100]);
    expect(lastEventIds).toEqual([null]);
  });

  it('reconnects from the last event after an early end or a disconnection', async () => {
    const { client, lastEventIds, waits } = clientOn([
      streamOf(event(4, 'progress', { percent: 1 })),
      streamOf('', true),
      streamOf(`${event(5, 'progress', { percent: 2 })}${event(6, 'end', {})}`),
    ]);
    expect(await percentsOf(client)).toEqual([1, 2]);
    expect(lastEventIds).toEqual([null, '4', '4']);
    expect(waits).toEqual([1000, 1000]);
  });

  it('throws an error response of the service', async () => {
    const { client } = clientOn([
      streamOf(event(1, 'progress', { percent: 1 })),
      errorResponse(401, 'api_key_revoked'),
    ]);
    const error = await percentsOf(client).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ParleyError);
    expect(error).toMatchObject({ status: 401, code: 'api_key_revoked' });
  });

  it('throws the reason of an aborted signal', async () => {
    const controller = new AbortController();
    const { client } = clientOn([streamOf(event(1, 'progress', { percent: 1 }))]);
    const events = client.follow('followBatch', {
      path: { batchId: 'batch_1' },
      signal: controller.signal,
    });
    expect((await events.next()).value).toEqual({ percent: 1 });
    controller.abort(new Error('Enough.'));
    await expect(events.next()).rejects.toThrow('Enough.');
  });
});
