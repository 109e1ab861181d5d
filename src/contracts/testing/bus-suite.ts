import { afterEach, describe, expect, it } from 'vitest';
import type { Bus } from '../bus.ts';

/** Two ends of one bus; the same object for an in-process bus. */
export interface BusEnds {
  readonly near: Bus;
  readonly far: Bus;
}

type OpenEnds = () => Promise<BusEnds>;

/** Conformance tests of `Bus`. `open` resolves when messages are delivered. */
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
  it('brings a notice to every subscriber of its topic, at both ends, and to no other', async () => {
    const { near, far } = await ends();
    const heard: string[] = [];
    near.subscribe('calls', () => heard.push('near'));
    far.subscribe('calls', () => heard.push('far'));
    far.subscribe('other', () => heard.push('other'));
    near.publish('calls', {});
    await expect.poll(() => heard.toSorted()).toEqual(['far', 'near']);
  });

  it('delivers the messages of one end in order, with complete payloads', async () => {
    const { near, far } = await ends();
    const heard: unknown[] = [];
    far.subscribe('numbers', (payload) => heard.push(payload));
    const sent = Array.from({ length: 50 }, (_, index) => ({ index, text: `“${index}”`, none: null }));
    for (const payload of sent) near.publish('numbers', payload);
    await expect.poll(() => heard.length).toBe(50);
    expect(heard).toEqual(sent);
  });

  it('delivers a copy, asynchronously', async () => {
    const { near } = await ends();
    const payload = { words: ['one'] };
    const heard: unknown[] = [];
    near.subscribe('copies', (received) => heard.push(received));
    near.publish('copies', payload);
    expect(heard).toEqual([]);
    payload.words.push('two');
    await expect.poll(() => heard).toEqual([{ words: ['one'] }]);
  });
}

function describeSubscribers(ends: OpenEnds): void {
  it('delivers nothing after the subscription ended', async () => {
    const { near } = await ends();
    const heard: unknown[] = [];
    const leave = near.subscribe('news', (payload) => heard.push(payload));
    const last = new Promise<void>((resolve) => near.subscribe('news', () => resolve()));
    leave();
    leave();
    near.publish('news', 1);
    await last;
    expect(heard).toEqual([]);
  });

  it('continues when a subscriber throws', async () => {
    const { near, far } = await ends();
    const heard: unknown[] = [];
    far.subscribe('news', () => {
      throw new Error('a subscriber error');
    });
    far.subscribe('news', (payload) => heard.push(payload));
    near.publish('news', 'still here');
    await expect.poll(() => heard).toEqual(['still here']);
  });

  it('rejects a payload of more than 7,000 bytes', async () => {
    const { near, far } = await ends();
    const heard: unknown[] = [];
    far.subscribe('big', (payload) => heard.push(payload));
    near.publish('big', 'x'.repeat(6_998));
    expect(() => near.publish('big', 'é'.repeat(3_500))).toThrow(RangeError);
    await expect.poll(() => heard.length).toBe(1);
  });

  it('delivers nothing after close, and can be closed twice', async () => {
    const { near, far } = await ends();
    const heard: unknown[] = [];
    near.subscribe('news', (payload) => heard.push(payload));
    await near.close();
    await near.close();
    near.publish('news', 1);
    far.publish('news', 2);
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard).toEqual([]);
  });
}
