import { describe, expect, it } from 'vitest';
import { check, keyOf, type DeliveryLog } from './check.ts';
import type { CommittedEvent, ReceivedRequest } from './records.ts';

const subjectId = 'call_1';
const committed: readonly CommittedEvent[] = [1, 2, 3].map((sequence) => ({
  id: `evt_${sequence}`,
  subjectId,
  sequence,
  dataDigest: `data ${sequence}`,
}));
const cleanLog: DeliveryLog = { outOfOrder: new Set(), failed: new Set(), leftovers: { jobs: 0 } };

const request = (sequence: number, changes: Partial<ReceivedRequest> = {}): ReceivedRequest => ({
  endpoint: 0,
  webhookId: `evt_${sequence}`,
  eventId: `evt_${sequence}`,
  subjectId,
  sequence,
  bodyDigest: `body ${sequence}`,
  dataDigest: `data ${sequence}`,
  outcome: 'accepted',
  ...changes,
});
const failed = (sequence: number) => request(sequence, { outcome: 'failed' });

const violationsOf = async (received: readonly ReceivedRequest[], log: Partial<DeliveryLog> = {}) =>
  (await check({ endpointCount: 1, committed, received, log: { ...cleanLog, ...log } })).violations;
const deliveries = (...sequences: readonly number[]) =>
  new Set(sequences.map((sequence) => keyOf(0, `evt_${sequence}`)));

describe('the check of a webhook crash run', () => {
  it('holds if every event was accepted in order, some of them twice', async () => {
    const received = [request(1), request(1), failed(2), request(2), request(3), request(2)];
    const report = await check({ endpointCount: 1, committed, received, log: cleanLog });
    expect(report).toEqual({
      committed: 3,
      requests: 6,
      accepted: 5,
      duplicates: 2,
      outOfOrder: 0,
      violations: [],
    });
  });

  it('fails for a lost event', async () => {
    expect(await violationsOf([request(1), request(2)])).toEqual([
      'every committed event is accepted: evt_3 at endpoint 0',
    ]);
    expect(await violationsOf([request(1), request(2), failed(3)])).toHaveLength(1);
    const received = [request(1), request(2), request(3)];
    const { violations } = await check({ endpointCount: 2, committed, received, log: cleanLog });
    expect(violations).toHaveLength(3);
  });

  it('fails for an event that was not committed', async () => {
    expect(await violationsOf([request(1), request(2), request(3), request(4)])).toEqual([
      'only committed events are sent: evt_4',
    ]);
  });

  it('fails for a changed id, a changed body and a wrong signature', async () => {
    const all = [request(1), request(2), request(3)];
    expect(await violationsOf([...all, request(3, { webhookId: 'evt_9' })])).toEqual([
      'an event has one webhook-id: evt_3 was sent with evt_9',
    ]);
    expect(await violationsOf([...all, request(3, { bodyDigest: 'other' })])).toEqual([
      'an event has one body: evt_3',
    ]);
    expect(await violationsOf([request(1), request(2), request(3, { dataDigest: 'other' })])).toEqual([
      'the body has the committed data: evt_3',
    ]);
    expect(await violationsOf([...all, request(3, { outcome: 'rejected' })])).toEqual([
      'every request is signed: evt_3',
    ]);
  });

  it('fails for a reordered pair, unless the later event is marked after a failure of the earlier one', async () => {
    const expected = [
      'the events of a call arrive in order: evt_2, number 2 of call_1, at endpoint 0, was sent before evt_1',
    ];
    const received = [failed(1), request(2), request(1), request(3)];
    expect(await violationsOf(received)).toEqual(expected);
    expect(await violationsOf(received, { failed: deliveries(1) })).toEqual(expected);
    expect(await violationsOf(received, { failed: deliveries(1), outOfOrder: deliveries(2) })).toEqual([]);
    expect(await violationsOf(received, { outOfOrder: deliveries(2) })).toEqual([
      'order is given up only after a failure: evt_2, number 2 of call_1, at endpoint 0',
    ]);
  });

  it('fails if a later event was sent early and failed', async () => {
    expect(await violationsOf([failed(1), failed(2), request(1), request(2), request(3)])).toHaveLength(1);
  });

  it('fails if the third event precedes the first', async () => {
    const received = [failed(1), request(2), request(3), request(1)];
    const log = { failed: deliveries(1), outOfOrder: deliveries(2) };
    expect(await violationsOf(received, log)).toEqual([
      'the events of a call arrive in order: evt_3, number 3 of call_1, at endpoint 0, was sent before evt_1',
    ]);
  });

  it('fails if work is left over', async () => {
    expect(await violationsOf([request(1), request(2), request(3)], { leftovers: { jobs: 2 } })).toEqual([
      'nothing is left over: 2 jobs',
    ]);
  });
});
