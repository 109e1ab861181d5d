import { describe, expect, it } from 'vitest';
import { LocalBus } from '../contracts/local-bus.ts';
import { FakeLeg } from '../contracts/testing/fake-leg.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { DispatchReporter } from './dispatch-reporter.ts';

/** Creates a leg that a reporter observes. Returns the leg and the published reports. */
function observeLeg() {
  const clock = new ManualClock();
  const bus = new LocalBus((error) => {
    throw error;
  });
  const reports: unknown[] = [];
  bus.subscribe('calls.call_1', (report) => reports.push(report));
  const leg = new FakeLeg({ clock });
  new DispatchReporter({ bus, clock }, 'call_1').observe(leg);
  return { clock, leg, reports };
}

const proceeding = { type: 'proceeding' };
const reachedCarrier = { type: 'reached-carrier' };

describe('a call has reached the carrier', () => {
  it.each(['ring', 'pickUp'] as const)('when the leg reports: %s', async (event) => {
    const { clock, leg, reports } = observeLeg();
    leg.proceed();
    leg[event]();
    await clock.advance(0);
    leg.end('carrier_error');
    await clock.advance(2_000);
    expect(reports).toEqual([proceeding, reachedCarrier]);
    expect(clock.pendingTimers).toBe(0);
  });

  it.each(['busy', 'declined', 'no_answer', 'far_hangup'] as const)(
    'when the callee ends it: %s',
    async (cause) => {
      const { clock, leg, reports } = observeLeg();
      leg.proceed();
      leg.end(cause);
      await clock.advance(2_000);
      expect(reports).toEqual([proceeding, reachedCarrier]);
    },
  );

  it('when the network has not rejected it within 4 seconds', async () => {
    const { clock, leg, reports } = observeLeg();
    await clock.advance(500);
    leg.proceed();
    await clock.advance(3_900);
    leg.proceed();
    expect(reports).toEqual([proceeding]);
    await clock.advance(100);
    expect(reports).toEqual([proceeding, reachedCarrier]);
  });
});

describe('a call has not reached the carrier', () => {
  it.each([
    ['carrier_error', 503],
    ['invalid_number', 404],
  ] as const)('if the network first responds with 100 Trying, then rejects it: %s', async (cause, status) => {
    const { clock, leg, reports } = observeLeg();
    leg.proceed();
    await clock.advance(3_900);
    leg.end(cause, { status, detail: 'The network rejected the call.' });
    await clock.advance(5_000);
    expect(reports).toEqual([proceeding, { type: 'failed', message: 'The network rejected the call.' }]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('while no response has arrived', async () => {
    const { clock, reports } = observeLeg();
    await clock.advance(60_000);
    expect(reports).toEqual([]);
  });
});
