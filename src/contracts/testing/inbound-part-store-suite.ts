import { beforeEach, describe, expect, it } from 'vitest';
import type { InboundPartStore } from '../inbound-part-store.ts';

interface StoreUnderTest {
  readonly store: InboundPartStore;
  /** Moves the clock of the store. */
  advance(durationMs: number): Promise<void>;
  now(): number;
}

const unlimited = { maxParts: 1_000, maxOctets: 100_000 };

/** Conformance tests of `InboundPartStore`. `create` returns an empty store. */
export function inboundPartStoreSuite(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(`${name} as store of inbound parts`, () => {
    let tested: StoreUnderTest;
    beforeEach(async () => {
      tested = await create();
    });

    const add = (number: number, text: string, { key = 'a', total = 2 } = {}) =>
      tested.store.add({ messageKey: key, number, total, content: Buffer.from(text) });
    const textsOf = (parts: readonly { content: Buffer }[]) => parts.map(({ content }) => String(content));
    const due = async (limits: { readonly maxParts?: number; readonly maxOctets?: number } = {}) => {
      const before = new Date(tested.now() - 60_000);
      const messages = await tested.store.listDue({ ...unlimited, before, ...limits });
      return messages.map(({ messageKey, parts, exceedsLimit }) => [
        messageKey,
        textsOf(parts),
        exceedsLimit,
      ]);
    };
    /** Adds a part that completes its message, and returns the texts of the message. */
    const deliver = async (...part: Parameters<typeof add>) => {
      const added = await add(...part);
      if (added.state !== 'complete') throw new Error(`The message is ${added.state}.`);
      await tested.store.markDelivered(added.parts);
      return textsOf(added.parts);
    };

    it('returns the parts of a complete message in order', async () => {
      expect(await add(3, 'three', { total: 3 })).toEqual({
        state: 'incomplete',
        open: { parts: 1, octets: 5 },
      });
      await add(1, 'one', { key: 'b' });
      expect(await add(1, 'one', { total: 3 })).toEqual({
        state: 'incomplete',
        open: { parts: 3, octets: 11 },
      });
      expect(await deliver(2, 'two', { total: 3 })).toEqual(['one', 'two', 'three']);
      expect(await add(1, 'one', { key: 'c' })).toMatchObject({ open: { parts: 2, octets: 6 } });
    });

    it('stores a repeated part once', async () => {
      await add(1, 'one');
      expect(await add(1, 'one')).toMatchObject({ open: { parts: 1 } });
      const first = await add(2, 'two');
      expect(await add(2, 'two')).toEqual(first);
      await deliver(1, 'one');
      expect(await add(1, 'one')).toEqual({ state: 'repeated' });
    });

    it('does not store a part in the place of another one', async () => {
      await add(1, 'one');
      const added = await add(1, 'eins');
      if (added.state !== 'conflict') throw new Error(`The message is ${added.state}.`);
      expect(textsOf(added.parts)).toEqual(['one']);
      await tested.store.markDelivered(added.parts);
      expect(await add(1, 'eins')).toMatchObject({ state: 'incomplete' });
      expect(await deliver(2, 'zwei')).toEqual(['eins', 'zwei']);
    });

    it('begins another message with a part that differs from that of a delivered message', async () => {
      await add(1, 'one');
      await deliver(2, 'two');
      await add(1, 'eins');
      expect(await deliver(2, 'two')).toEqual(['eins', 'two']);
    });

    it('lists messages whose first part is old, oldest first', async () => {
      await add(2, 'two', { total: 3 });
      await tested.advance(30_000);
      await add(1, 'one', { key: 'b' });
      await add(1, 'one', { total: 3 });
      await add(1, 'one', { key: 'c' });
      await deliver(2, 'two', { key: 'c' });
      expect(await due()).toEqual([]);
      await tested.advance(31_000);
      expect(await due()).toEqual([['a', ['one', 'two'], false]]);
      await tested.advance(30_000);
      expect(await due()).toEqual([
        ['b', ['one'], false],
        ['a', ['one', 'two'], false],
      ]);
    });

    it('lists the oldest messages beyond a limit', async () => {
      for (const key of ['a', 'b', 'c']) await add(1, 'one', { key });
      expect(await due({ maxParts: 3, maxOctets: 9 })).toEqual([]);
      expect(await due({ maxParts: 2 })).toEqual([['a', ['one'], true]]);
      expect(await due({ maxOctets: 5 })).toEqual([
        ['a', ['one'], true],
        ['b', ['one'], true],
      ]);
    });
  });
}
