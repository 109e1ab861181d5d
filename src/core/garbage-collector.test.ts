import { expect, it } from 'vitest';
import { createCollector } from './garbage-collector.ts';

it('frees objects that are not in use', async () => {
  const reference = new WeakRef({});
  // The target stays in memory until the end of the turn that created the reference.
  await new Promise((resolve) => setImmediate(resolve));
  createCollector()();
  expect(reference.deref()).toBeUndefined();
});
