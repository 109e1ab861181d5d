import { describe, expect, it } from 'vitest';
import { createGuardedClock } from './guarded-clock.ts';
import { InternalErrorLog } from './internal-errors.ts';
import type { Logger } from './logger.ts';
import { silentLogger } from './logger.ts';
import { ManualClock } from './manual-clock.ts';

function errorsWithLines() {
  const clock = new ManualClock();
  const lines: unknown[][] = [];
  const logger = { ...silentLogger, error: (...line: unknown[]) => lines.push(line) } as unknown as Logger;
  return { clock, lines, errors: new InternalErrorLog({ logger, clock }) };
}

const fault = new Error('defect');
const fail = () => {
  throw fault;
};

describe('internal errors', () => {
  it('are counted per place and logged with a constant message', () => {
    const { lines, errors } = errorsWithLines();
    errors.record('call', fault, { callId: 'call_1' });
    expect(lines).toEqual([[{ callId: 'call_1', where: 'call', err: fault }, 'An internal error occurred.']]);
    expect([errors.counts.call, errors.counts.timer]).toEqual([1, 0]);
  });

  it('that guarded functions throw or reject with are recorded', async () => {
    const { errors } = errorsWithLines();
    errors.guard('timer', fail)();
    errors.guard('timer', () => Promise.reject(fault))();
    await Promise.resolve();
    expect(errors.counts.timer).toBe(2);
  });

  it('are logged at most 60 times a minute per place, and always counted', async () => {
    const { clock, lines, errors } = errorsWithLines();
    for (let index = 0; index < 100; index += 1) errors.record('sip_message', fault);
    errors.record('call', fault);
    expect([lines.length, errors.counts.sip_message]).toEqual([61, 100]);
    await clock.advance(60_000);
    errors.record('sip_message', fault);
    expect(lines).toHaveLength(62);
  });

  it('are counted even if logging fails', () => {
    const errors = new InternalErrorLog({
      logger: { ...silentLogger, error: fail },
      clock: new ManualClock(),
    });
    errors.record('call', fault);
    expect(errors.counts.call).toBe(1);
  });
});

it('a guarded clock reports errors of its timers, and its sleeps still resolve', async () => {
  const clock = new ManualClock();
  const reported: unknown[] = [];
  const guarded = createGuardedClock(clock, (error) => reported.push(error));
  guarded.after(10, fail);
  let hasSlept = false;
  void guarded.sleep(20).then(() => (hasSlept = true));
  await clock.advance(20);
  expect([reported, hasSlept, guarded.now(), guarded.monotonicMs()]).toEqual([
    [fault],
    true,
    clock.now(),
    20,
  ]);
});
