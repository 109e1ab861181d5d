import { describe, expect, it } from 'vitest';
import { MemoryCallRecords } from '../../../test/support/test-call.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { EgressError, type EgressRequest, type EgressResponse } from '../../egress/egress-client.ts';
import { RequestSecrets } from '../../egress/request-secrets.ts';
import { CallRequests } from './call-requests.ts';

const ok: EgressResponse = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{}'),
  isTruncated: false,
};

const book = {
  method: 'POST',
  url: 'https://crm.example.com/book?x=1',
  headers: {},
  timeoutMs: 4_000,
} as const;
const find = { ...book, method: 'GET' } as const;
const source = { tool: 'book', toolCallId: 'toolu_1' };

/** Creates the requests of a call. The server responds when the test resolves `responses`; the intent is durable when it resolves `durable`. */
function createRequests() {
  const clock = new ManualClock();
  const sent: EgressRequest[] = [];
  const responses: PromiseWithResolvers<EgressResponse>[] = [];
  const durable = Promise.withResolvers<void>();
  const records = new MemoryCallRecords();
  records.flushed = () => durable.promise;
  const requests = new CallRequests({
    callId: 'call_1',
    workspaceId: 'ws_1',
    clock,
    records,
    secrets: new RequestSecrets(),
    egress: {
      send: (request) => {
        sent.push(request);
        const response = Promise.withResolvers<EgressResponse>();
        responses.push(response);
        request.signal?.addEventListener('abort', () =>
          response.reject(new EgressError('aborted', 'did not respond before the request was aborted')),
        );
        return response.promise;
      },
    },
  });
  return { clock, sent, responses, durable, records, requests };
}

describe('a request with side effects', () => {
  it('is sent as soon as its intent is durable, with an idempotency key', async () => {
    const { clock, sent, responses, durable, records, requests } = createRequests();
    const result = requests.send(book, source, false, new AbortController().signal);
    await clock.advance(100);
    expect(sent).toEqual([]);
    const fields = { requestId: 'request_1', tool: 'book', method: 'POST', host: 'crm.example.com' };
    expect(records.events).toEqual([{ type: 'http_request_started', detail: fields }]);
    durable.resolve();
    await clock.advance(50);
    expect(sent).toMatchObject([{ reuseConnection: false }]);
    expect(sent[0]!.headers['idempotency-key']).toMatch(/^[0-9a-f]{64}$/);
    responses[0]!.resolve(ok);
    expect(await result).toMatchObject({ ok: true });
    expect(records.events.at(-1)).toEqual({
      type: 'http_request_ended',
      detail: { ...fields, outcome: 'ok', status: 200, durationMs: 150 },
    });
    expect(clock.pendingTimers).toBe(0);
  });

  it('has a different idempotency key from another request with the same tool call id', async () => {
    const { clock, sent, durable, requests } = createRequests();
    durable.resolve();
    const { signal } = new AbortController();
    void requests.send(book, source, false, signal);
    void requests.send(book, source, false, signal);
    await clock.advance(0);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  it.each(['it is aborted', 'the call ends', 'its intent is not durable within 5 s'])(
    'is not sent if %s',
    async (why) => {
      const { clock, sent, durable, records, requests } = createRequests();
      const abort = new AbortController();
      const result = requests.send(book, source, false, abort.signal);
      if (why === 'it is aborted') abort.abort();
      if (why === 'the call ends') requests.close();
      await clock.advance(5_000);
      durable.resolve();
      expect(await result).toMatchObject({ ok: false, isUnknown: false });
      expect(sent).toEqual([]);
      expect(records.events.at(-1)?.type).toBe('http_request_ended');
      expect(clock.pendingTimers).toBe(0);
    },
  );

  it('continues after an abort, and has an unknown result if the call ends before the response', async () => {
    const { clock, sent, responses, durable, records, requests } = createRequests();
    durable.resolve();
    const abort = new AbortController();
    const result = requests.send(book, source, false, abort.signal);
    await clock.advance(0);
    abort.abort();
    requests.close();
    const count = records.events.length;
    expect(records.events.at(-1)).toMatchObject({
      type: 'http_request_ended',
      detail: { outcome: 'unknown' },
    });
    responses[0]!.resolve(ok);
    expect(await result).toMatchObject({ ok: true });
    requests.close();
    expect(records.events).toHaveLength(count);
    expect(sent).toHaveLength(1);
  });

  it('has an unknown result if the server does not respond', async () => {
    const { clock, responses, durable, records, requests } = createRequests();
    durable.resolve();
    const result = requests.send(book, source, false, new AbortController().signal);
    await clock.advance(0);
    responses[0]!.reject(new EgressError('timed_out', 'did not respond within 4 seconds'));
    expect(await result).toMatchObject({ ok: false, isUnknown: true });
    expect(records.events.at(-1)).toMatchObject({
      detail: { outcome: 'unknown', detail: 'The server did not respond within 4 seconds.' },
    });
  });
});

describe('a read-only request', () => {
  it('is sent at once, without an idempotency key', async () => {
    const { responses, sent, records, requests } = createRequests();
    const result = requests.send(find, { nodeId: 'lookup' }, true, new AbortController().signal);
    expect(sent[0]!.headers).not.toHaveProperty('idempotency-key');
    expect(records.events).toEqual([]);
    responses[0]!.resolve(ok);
    await result;
    expect(records.events).toMatchObject([
      { type: 'http_request_ended', detail: { requestId: 'request_1', nodeId: 'lookup', outcome: 'ok' } },
    ]);
  });

  it('is aborted with its signal', async () => {
    const { records, requests } = createRequests();
    const abort = new AbortController();
    const result = requests.send(find, source, true, abort.signal);
    abort.abort();
    expect(await result).toMatchObject({ ok: false });
    expect(records.events).toEqual([]);
  });
});
