import { beforeEach, describe, expect, it } from 'vitest';
import type { InboundPartStore, OpenPart } from '../inbound-part-store.ts';

interface StoreUnderTest {
  readonly store: InboundPartStore;
  /** Moves the clock of the store. */
  advance(durationMs: number): Promise<void>;
  now(): number;
}

const unlimited = { maxParts: 1_000, maxOctets: 100_000 };

const textsOf = (parts: readonly OpenPart[]) => parts.map(({ content }) => String(content));

/** Operations with short arguments. */
class PartStoreDriver {
  readonly #tested: StoreUnderTest;

  constructor(tested: StoreUnderTest) {
    this.#tested = tested;
  }

  add(number: number, text: string, { key = 'a', total = 2 } = {}) {
    return this.#tested.store.add({ messageKey: key, number, total, content: Buffer.from(text) });
  }

  /** Adds a part that completes its message, and returns the texts of the message. */
  async deliver(...part: Parameters<PartStoreDriver['add']>): Promise<string[]> {
    const added = await this.add(...part);
    if (added.state !== 'complete') throw new Error(`The message is ${added.state}.`);
    await this.#tested.store.markDelivered(added.parts);
    return textsOf(added.parts);
  }

  /** Lists the messages that are due 60 s after their first part. */
  async due(limits: { readonly maxParts?: number; readonly maxOctets?: number } = {}) {
    const before = new Date(this.#tested.now() - 60_000);
    const messages = await this.#tested.store.listDue({ ...unlimited, before, ...limits });
    return messages.map(({ messageKey, parts, exceedsLimit }) => [messageKey, textsOf(parts), exceedsLimit]);
  }
}

/** Conformance tests of `InboundPartStore`. `create` returns an empty store. */
export function inboundPartStoreSuite(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(`${name} as store of inbound parts`, () => {
    let tested: StoreUnderTest;
    beforeEach(async () => {
      tested = await create();
    });
    describeAdding(() => tested);
    describeDue(() => tested);
  });
}

function describeAdding(current: () => StoreUnderTest): void {
  let parts: PartStoreDriver;
  beforeEach(() => {
    parts = new PartStoreDriver(current());
  });

  it('returns the parts of a complete message in order', async () => {
    expect(await parts.add(3, 'three', { total: 3 })).toEqual({
      state: 'incomplete',
      open: { parts: 1, octets: 5 },
    });
    await parts.add(1, 'one', { key: 'b' });
    expect(await parts.add(1, 'one', { total: 3 })).toEqual({
      state: 'incomplete',
      open: { parts: 3, octets: 11 },
    });
    expect(await parts.deliver(2, 'two', { total: 3 })).toEqual(['one', 'two', 'three']);
    expect(await parts.add(1, 'one', { key: 'c' })).toMatchObject({ open: { parts: 2, octets: 6 } });
  });

  it('stores a repeated part once', async () => {
    await parts.add(1, 'one');
    expect(await parts.add(1, 'one')).toMatchObject({ open: { parts: 1 } });
    const first = await parts.add(2, 'two');
    expect(await parts.add(2, 'two')).toEqual(first);
    await parts.deliver(1, 'one');
    expect(await parts.add(1, 'one')).toEqual({ state: 'repeated' });
  });

  it('does not store a part in the place of another one', async () => {
    await parts.add(1, 'one');
    const added = await parts.add(1, 'eins');
    if (added.state !== 'conflict') throw new Error(`The message is ${added.state}.`);
    expect(textsOf(added.parts)).toEqual(['one']);
    await current().store.markDelivered(added.parts);
    expect(await parts.add(1, 'eins')).toMatchObject({ state: 'incomplete' });
    expect(await parts.deliver(2, 'zwei')).toEqual(['eins', 'zwei']);
  });

  it('begins another message with a part that differs from that of a delivered message', async () => {
    await parts.add(1, 'one');
    await parts.deliver(2, 'two');
    await parts.add(1, 'eins');
    expect(await parts.deliver(2, 'two')).toEqual(['eins', 'two']);
  });
}

function describeDue(current: () => StoreUnderTest): void {
  let parts: PartStoreDriver;
  beforeEach(() => {
    parts = new PartStoreDriver(current());
  });

  it('lists messages whose first part is old, oldest first', async () => {
    await parts.add(2, 'two', { total: 3 });
    await current().advance(30_000);
    await parts.add(1, 'one', { key: 'b' });
    await parts.add(1, 'one', { total: 3 });
    await parts.add(1, 'one', { key: 'c' });
    await parts.deliver(2, 'two', { key: 'c' });
    expect(await parts.due()).toEqual([]);
    await current().advance(31_000);
    expect(await parts.due()).toEqual([['a', ['one', 'two'], false]]);
    await current().advance(30_000);
    expect(await parts.due()).toEqual([
      ['b', ['one'], false],
      ['a', ['one', 'two'], false],
    ]);
  });

  it('lists the oldest messages beyond a limit', async () => {
    for (const key of ['a', 'b', 'c']) await parts.add(1, 'one', { key });
    expect(await parts.due({ maxParts: 3, maxOctets: 9 })).toEqual([]);
    expect(await parts.due({ maxParts: 2 })).toEqual([['a', ['one'], true]]);
    expect(await parts.due({ maxOctets: 5 })).toEqual([
      ['a', ['one'], true],
      ['b', ['one'], true],
    ]);
  });
}
