import { describe, expect, it } from 'vitest';
import { LocalBus } from './local-bus.ts';
import { busSuite } from './testing/bus-suite.ts';

busSuite('LocalBus', () => {
  const bus = new LocalBus(() => {});
  return Promise.resolve({ near: bus, far: bus });
});

describe('LocalBus', () => {
  it('reports the error of a subscriber', async () => {
    const errors: unknown[] = [];
    const bus = new LocalBus((error) => errors.push(error));
    bus.subscribe('news', () => {
      throw new Error('a subscriber error');
    });
    bus.publish('news', 1);
    await expect.poll(() => errors).toHaveLength(1);
    await bus.close();
  });
});
