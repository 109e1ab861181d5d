import { afterEach, describe, expect, it } from 'vitest';
import type { Bus } from '../bus.ts';

/** Two ends of one bus; the same object for an in-process bus. */
export interface BusEnds {
  readonly near: Bus;
  readonly far: Bus;
}

type OpenEnds = () => Promise<BusEnds>;

/** Conformance tests of `Bus`. `open` resolves when both ends can deliver messages. */
export function busSuite(name: string, open: OpenEnds): void {
  describe(`${name} as bus`, () => {
    const opened: BusEnds[] = [];
    const ends = async () => {
      const pair = await open();
      opened.push(pair);
      return pair;
    };

    afterEach(async () => {
      await Promise.all(opened.splice(0).flatMap(({ near, far }) => [near.close(), far.close()]));
    });

    describeDelivery(ends);
    describeSubscribers(ends);
  });
}

function describeDelivery(ends: OpenEnds): void {
  it('delivers a message to every subscriber of its topic at both ends, and to no other subscriber', async () => {
    const { near, far } = await ends();
    const received: string[] = [];
    near.subscribe('calls', () => received.push('near'));
    far.subscribe('calls', () => received.push('far'));
    far.subscribe('other', () => received.push('other'));
    near.publish('calls', {});
    await expect.poll(() => received.toSorted()).toEqual(['far', 'near']);
  });

  it('delivers the messages of one end in order, with complete payloads', async () => {
    const { near, far } = await ends();
    const received: unknown[] = [];
    far.subscribe('numbers', (payload) => received.push(payload));
    const sent = Array.from({ length: 50 }, (_, index) => ({ index, text: `“${index}”`, none: null }));
    for (const payload of sent) near.publish('numbers', payload);
    await expect.poll(() => received.length).toBe(50);
    expect(received).toEqual(sent);
  });

  it('delivers a copy, asynchronously', async () => {
    const { near } = await ends();
    const payload = { words: ['one'] };
    const received: unknown[] = [];
    near.subscribe('copies', (message) => received.push(message));
    near.publish('copies', payload);
    expect(received).toEqual([]);
    payload.words.push('two');
    await expect.poll(() => received).toEqual([{ words: ['one'] }]);
  });
}

function describeSubscribers(ends: OpenEnds): void {
  it('delivers nothing after the subscription ended', async () => {
    const { near } = await ends();
    const received: unknown[] = [];
    const unsubscribe = near.subscribe('news', (payload) => received.push(payload));
    const last = new Promise<void>((resolve) => near.subscribe('news', () => resolve()));
    unsubscribe();
    unsubscribe();
    near.publish('news', 1);
    await last;
    expect(received).toEqual([]);
  });

  it('delivers to the other subscribers when one throws', async () => {
    const { near, far } = await ends();
    const received: unknown[] = [];
    far.subscribe('news', () => {
      throw new Error('a subscriber error');
    });
    far.subscribe('news', (payload) => received.push(payload));
    near.publish('news', 'still here');
    await expect.poll(() => received).toEqual(['still here']);
  });

  it('rejects a payload of more than 7,000 bytes', async () => {
    const { near, far } = await ends();
    const received: unknown[] = [];
    far.subscribe('big', (payload) => received.push(payload));
    near.publish('big', 'x'.repeat(6_998));
    expect(() => near.publish('big', 'é'.repeat(3_500))).toThrow(RangeError);
    await expect.poll(() => received.length).toBe(1);
  });

  it('delivers nothing after close, and can be closed twice', async () => {
    const { near, far } = await ends();
    const received: unknown[] = [];
    near.subscribe('news', (payload) => received.push(payload));
    await near.close();
    await near.close();
    near.publish('news', 1);
    far.publish('news', 2);
    await new Promise((resolve) => setImmediate(resolve));
    expect(received).toEqual([]);
  });
}
