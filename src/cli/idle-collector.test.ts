import { expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import { collectWhenIdle, createIdleCheck } from './idle-collector.ts';

function startService() {
  const clock = new ManualClock();
  const service = { isIdle: true, collections: 0 };
  const stop = collectWhenIdle({
    clock,
    isIdle: () => service.isIdle,
    collect: () => (service.collections += 1),
  });
  return { clock, service, stop };
}

it('collects once after 40 s without work, and again only after more work', async () => {
  const { clock, service } = startService();
  service.isIdle = false;
  await clock.advance(600_000);
  expect(service.collections).toBe(0);
  service.isIdle = true;
  await clock.advance(35_000);
  expect(service.collections).toBe(0);
  await clock.advance(5_000);
  expect(service.collections).toBe(1);
  await clock.advance(3_600_000);
  expect(service.collections).toBe(1);
  service.isIdle = false;
  await clock.advance(5_000);
  service.isIdle = true;
  await clock.advance(40_000);
  expect(service.collections).toBe(2);
});

it('stops', async () => {
  const { clock, service, stop } = startService();
  stop();
  await clock.advance(120_000);
  expect(service.collections).toBe(0);
});

it('counts the CPU time of its thread as work', async () => {
  const clock = new ManualClock();
  const isIdle = createIdleCheck(clock);
  await clock.advance(15_000);
  expect(isIdle()).toBe(true);
  for (const untilMs = performance.now() + 50; performance.now() < untilMs;);
  await clock.advance(20);
  expect(isIdle()).toBe(false);
});
