import { expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import { collectWhenIdle, createIdleCheck } from './idle-collector.ts';

function startService() {
  const clock = new ManualClock();
  const service = { isIdle: true, hasCalls: false, collections: 0 };
  const stop = collectWhenIdle({
    clock,
    isUnused: () => service.isIdle,
    hasCalls: () => service.hasCalls,
    collect: () => (service.collections += 1),
  });
  return { clock, service, stop };
}

it('collects the garbage of the start after 2 s, unless calls have begun', async () => {
  const { clock, service } = startService();
  service.isIdle = false;
  await clock.advance(2_000);
  expect(service.collections).toBe(1);
  const busy = startService();
  busy.service.hasCalls = true;
  await busy.clock.advance(3_600_000);
  expect(busy.service.collections).toBe(0);
});

it('collects once after 40 s without work, and again only after more work', async () => {
  const { clock, service } = startService();
  service.isIdle = false;
  await clock.advance(4_999);
  service.collections = 0;
  await clock.advance(595_001);
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
