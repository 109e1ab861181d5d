import { describe, expect, it } from 'vitest';
import { AsyncQueue } from './async-queue.ts';

async function collect<T>(queue: AsyncQueue<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of queue) items.push(item);
  return items;
}

describe('AsyncQueue', () => {
  it('delivers items in order, also to a waiting consumer', async () => {
    const queue = new AsyncQueue<number>(10);
    const collected = collect(queue);
    for (const item of [1, 2, 3]) {
      queue.push(item);
      await Promise.resolve();
    }
    queue.end();
    expect(await collected).toEqual([1, 2, 3]);
  });

  it('drops and counts the oldest items when it is full', async () => {
    const queue = new AsyncQueue<number>(2);
    for (const item of [1, 2, 3, 4]) queue.push(item);
    expect([queue.length, queue.dropped]).toEqual([2, 2]);
    queue.end();
    expect(await collect(queue)).toEqual([3, 4]);
  });

  it('delivers the remaining items before it fails', async () => {
    const queue = new AsyncQueue<number>(2);
    queue.push(1);
    queue.fail(new Error('broken'));
    const items: number[] = [];
    await expect(async () => {
      for await (const item of queue) items.push(item);
    }).rejects.toThrow('broken');
    expect(items).toEqual([1]);
  });

  it('ignores items after its end', async () => {
    const queue = new AsyncQueue<number>(2);
    queue.end();
    queue.end();
    queue.push(1);
    expect(await collect(queue)).toEqual([]);
  });

  it('rejects a capacity below one', () => {
    expect(() => new AsyncQueue(0)).toThrow(RangeError);
  });
});
