import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import type { SipTarget } from '../sip/transport/transport.ts';
import { TargetBackOff } from './target-back-off.ts';

const target = (host: number): SipTarget => ({ protocol: 'udp', address: `192.0.2.${host}`, port: 5060 });

it('keeps every target and its order, and puts targets in back-off last until their time is over', async () => {
  const hosts = fc.uniqueArray(fc.nat(9), { maxLength: 10 });
  const failures = fc.array(fc.tuple(fc.nat(9), fc.option(fc.nat(400_000), { nil: undefined })));
  await fc.assert(
    fc.asyncProperty(hosts, failures, fc.nat(400_000), async (listed, failed, waitMs) => {
      const clock = new ManualClock();
      const backOff = new TargetBackOff(clock);
      const untilMs = new Map<number, number>();
      for (const [host, retryAfterMs] of failed) {
        backOff.add(target(host), retryAfterMs);
        untilMs.set(host, Math.min(retryAfterMs ?? 30_000, 300_000));
      }
      await clock.advance(waitMs);
      const isLast = (host: number) => (untilMs.get(host) ?? 0) > waitMs;
      const expected = [...listed.filter((host) => !isLast(host)), ...listed.filter((host) => isLast(host))];
      expect(backOff.order(listed.map(target))).toEqual(expected.map(target));
    }),
  );
});

it('ends the back-off of a target that responds', () => {
  const backOff = new TargetBackOff(new ManualClock());
  backOff.add(target(1));
  backOff.delete(target(1));
  expect(backOff.has(target(1))).toBe(false);
});
