import { describe, expect, it } from 'vitest';
import { ParleyClient, ParleyError } from './client.ts';

const streamOf =
  (text: string, breaksOff = false) =>
  () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.from(text));
          if (breaksOff) controller.error(new TypeError('terminated'));
          else controller.close();
        },
      }),
      { headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
    );
const event = (id: number, type: string, data: object) =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
const refusal = (status: number, code: string) => () =>
  Response.json({ error: { code, message: 'No.' } }, { status });

/** A client whose service gives these answers in turn; nothing waits in earnest. */
function clientOn(answers: readonly (() => Response)[]) {
  const asked: (string | null)[] = [];
  const waits: number[] = [];
  const client = new ParleyClient({
    baseUrl: 'http://127.0.0.1:3000',
    apiKey: 'key',
    retriesMax: 0,
    sleep: async (delayMs, signal) => {
      if (delayMs === 30_000) return new Promise((_, reject) => signal.addEventListener('abort', reject));
      waits.push(delayMs);
    },
    fetch: async ({ headers }) => {
      asked.push(headers.get('last-event-id'));
      return answers[asked.length - 1]!();
    },
  });
  return { client, asked, waits };
}

async function percentsOf(client: ParleyClient, signal?: AbortSignal): Promise<number[]> {
  const told: number[] = [];
  const options = { path: { batchId: 'batch_1' }, ...(signal === undefined ? {} : { signal }) };
  for await (const { percent } of client.follow('followBatch', options)) told.push(percent);
  return told;
}

describe('a stream of events', () => {
  it('is read until it is over', async () => {
    const text = `retry: 1000\n\n${event(1, 'progress', { percent: 1 })}:\n\n`;
    const { client, asked } = clientOn([
      streamOf(`${text}${event(2, 'progress', { percent: 100 })}${event(3, 'end', {})}`),
    ]);
    expect(await percentsOf(client)).toEqual([1, 100]);
    expect(asked).toEqual([null]);
  });

  it('is taken up again where it ends early or breaks off, from the last event on', async () => {
    const { client, asked, waits } = clientOn([
      streamOf(event(4, 'progress', { percent: 1 })),
      streamOf('', true),
      streamOf(`${event(5, 'progress', { percent: 2 })}${event(6, 'end', {})}`),
    ]);
    expect(await percentsOf(client)).toEqual([1, 2]);
    expect(asked).toEqual([null, '4', '4']);
    expect(waits).toEqual([1000, 1000]);
  });

  it('throws what the service refuses', async () => {
    const { client } = clientOn([
      streamOf(event(1, 'progress', { percent: 1 })),
      refusal(401, 'api_key_revoked'),
    ]);
    const error = await percentsOf(client).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ParleyError);
    expect(error).toMatchObject({ status: 401, code: 'api_key_revoked' });
  });

  it('ends with the reason of the signal', async () => {
    const leaving = new AbortController();
    const { client } = clientOn([streamOf(event(1, 'progress', { percent: 1 }))]);
    const following = client.follow('followBatch', {
      path: { batchId: 'batch_1' },
      signal: leaving.signal,
    });
    expect((await following.next()).value).toEqual({ percent: 1 });
    leaving.abort(new Error('Enough.'));
    await expect(following.next()).rejects.toThrow('Enough.');
  });
});
