import { Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../core/clock.ts';
import { createLogger, silentLogger, type Logger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { seededRandom } from '../../core/random.ts';
import { DialQueue, type QueuedDial } from './dial-queue.ts';

interface DialedCall {
  readonly callId: string;
  readonly scopes: readonly string[];
  readonly atMs: number;
}

/** Returns a clock whose timers fire late, each by a random delay. */
function lateClock(clock: ManualClock, seed: number, maxLateMs: number): Clock {
  const random = seededRandom(seed);
  return {
    now: () => clock.now(),
    monotonicMs: () => clock.monotonicMs(),
    after: (delayMs, run) => clock.after(delayMs + random.below(maxLateMs + 1), run),
    sleep: (delayMs, signal) => clock.sleep(delayMs, signal),
  };
}

function createQueue(
  clock: Clock,
  findRevoked: (dials: readonly QueuedDial[]) => Promise<readonly string[]> = async () => [],
  logger: Logger = silentLogger,
) {
  const dialed: DialedCall[] = [];
  const released: string[] = [];
  const dials = new DialQueue<QueuedDial>({
    clock,
    logger,
    dial: ({ callId, scopes }) => dialed.push({ callId, scopes, atMs: clock.monotonicMs() }),
    findRevoked,
    release: (unsent) => released.push(...unsent.map(({ callId }) => callId)),
  });
  return { dials, dialed, released };
}

const dial = (callId: string, dueAtMs: number, changes: Partial<QueuedDial> = {}): QueuedDial => {
  const batchId = changes.batchId ?? 'b1';
  return {
    workspaceId: 'w1',
    batchId,
    callId,
    scopes: [`batch:${batchId}`],
    dueAtMs,
    eligibilityCheckedAtMs: dueAtMs,
    ...changes,
  };
};

const maxPerSecond = (instants: readonly number[]): number =>
  Math.max(0, ...instants.map((start) => instants.filter((at) => at >= start && at < start + 1000).length));

describe('the rate gate of calls', () => {
  it('never exceeds the rate of a scope within any second, for any delay between the queue and the network', async () => {
    const calls = fc.record({
      rate: fc.integer({ min: 1, max: 15 }),
      trunkRate: fc.integer({ min: 1, max: 20 }),
      transitMs: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(calls, async ({ rate, trunkRate, transitMs }) => {
        const clock = new ManualClock();
        const invites: number[] = [];
        const sendLater = async (delayMs: number, rateGate: () => number) => {
          await clock.sleep(delayMs);
          for (let waitMs = rateGate(); waitMs > 0; waitMs = rateGate()) await clock.sleep(Math.ceil(waitMs));
          invites.push(clock.monotonicMs());
        };
        const dials = new DialQueue<QueuedDial>({
          clock,
          dial: ({ callId }, rateGate) => void sendLater(transitMs[Number(callId)]!, rateGate),
          logger: silentLogger,
          findRevoked: async () => [],
          release: () => expect.unreachable(),
        });
        dials.setRate('batch:b1', rate);
        dials.setRate('trunk:t', trunkRate);
        const scopes = ['batch:b1', 'trunk:t'];
        dials.add(
          'b1',
          transitMs.map((_delayMs, index) => dial(String(index), 0, { scopes })),
        );
        await clock.advance(120_000);
        expect(invites).toHaveLength(transitMs.length);
        expect(maxPerSecond(invites)).toBeLessThanOrEqual(Math.min(rate, trunkRate));
      }),
      { numRuns: 60 },
    );
  });
});

describe('claimed calls', () => {
  it('are dialed when they are due, in order', async () => {
    const clock = new ManualClock();
    const { dials, dialed } = createQueue(clock);
    dials.add('b1', [dial('c1', 0), dial('c2', 100), dial('c3', 250)]);
    expect(dials.callIds).toEqual(['c2', 'c3']);
    await clock.advance(300);
    expect(dialed.map(({ callId, atMs }) => [callId, atMs])).toEqual([
      ['c1', 0],
      ['c2', 100],
      ['c3', 250],
    ]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('are never dialed early and never exceed the rate of a scope, even if timers fire late', async () => {
    const calls = fc.record({
      rates: fc.record({ b1: fc.integer({ min: 1, max: 15 }), b2: fc.integer({ min: 1, max: 15 }) }),
      trunkRate: fc.integer({ min: 1, max: 20 }),
      dueMs: fc.array(fc.tuple(fc.constantFrom('b1', 'b2'), fc.integer({ min: 0, max: 1500 })), {
        maxLength: 60,
      }),
      seed: fc.nat(),
      maxLateMs: fc.integer({ min: 0, max: 400 }),
    });
    await fc.assert(
      fc.asyncProperty(calls, async ({ rates, trunkRate, dueMs, seed, maxLateMs }) => {
        const manual = new ManualClock();
        const { dials, dialed } = createQueue(lateClock(manual, seed, maxLateMs));
        for (const [batchId, rate] of Object.entries(rates)) dials.setRate(`batch:${batchId}`, rate);
        dials.setRate('trunk:t', trunkRate);
        const due = new Map<string, number>();
        for (const batchId of ['b1', 'b2']) {
          const instants = dueMs.filter(([id]) => id === batchId).map(([, atMs]) => atMs);
          const waiting = instants
            .toSorted((one, other) => one - other)
            .map((atMs, index) => {
              due.set(`${batchId}.${index}`, atMs);
              const scopes = [`batch:${batchId}`, 'trunk:t'];
              return dial(`${batchId}.${index}`, atMs, { batchId, scopes });
            });
          dials.add(batchId, waiting);
        }
        await manual.advance(120_000);
        expect(dialed.map(({ callId }) => callId).toSorted()).toEqual([...due.keys()].toSorted());
        for (const { callId, atMs } of dialed) expect(atMs).toBeGreaterThanOrEqual(due.get(callId)!);
        const instantsIn = (scope: string) =>
          dialed.filter(({ scopes }) => scopes.includes(scope)).map(({ atMs }) => atMs);
        expect(maxPerSecond(instantsIn('trunk:t'))).toBeLessThanOrEqual(trunkRate);
        for (const [batchId, rate] of Object.entries(rates))
          expect(maxPerSecond(instantsIn(`batch:${batchId}`))).toBeLessThanOrEqual(rate);
        expect(manual.pendingTimers).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('are removed when their batch is stopped, unlike those of other batches', async () => {
    const clock = new ManualClock();
    const { dials, dialed } = createQueue(clock);
    dials.add('b1', [dial('c1', 100), dial('c2', 200)]);
    dials.add('b2', [dial('d1', 150, { batchId: 'b2' })]);
    await clock.advance(120);
    expect(dials.withdraw('b1').map(({ callId }) => callId)).toEqual(['c2']);
    await clock.advance(1_000);
    expect(dialed.map(({ callId }) => callId)).toEqual(['c1', 'd1']);
    expect(dials.withdraw()).toEqual([]);
  });

  it('are checked again after a long wait, and released if they are revoked', async () => {
    const clock = new ManualClock();
    const checked: string[][] = [];
    const { dials, dialed, released } = createQueue(clock, async (waiting) => {
      checked.push(waiting.map(({ callId }) => callId));
      return ['c2'];
    });
    dials.add('b1', [
      dial('c1', 400, { eligibilityCheckedAtMs: 0 }),
      dial('c2', 401, { eligibilityCheckedAtMs: 0 }),
    ]);
    await clock.advance(500);
    expect(checked).toEqual([['c1', 'c2']]);
    expect(dialed.map(({ callId }) => callId)).toEqual(['c1']);
    expect(released).toEqual(['c2']);
  });

  it.each([
    [
      'fails',
      (): Promise<readonly string[]> => Promise.reject(new Error('unavailable')),
      'The eligibility check of queued calls failed. The calls are released.',
    ],
    [
      'takes too long',
      (clock: ManualClock) => clock.sleep(400).then(() => []),
      'The eligibility check of queued calls took too long. The calls are released.',
    ],
  ])('are released and an error is logged if the eligibility check %s', async (_, respond, line) => {
    const clock = new ManualClock();
    const lines: string[] = [];
    const destination = new Writable({
      write: (bytes: Buffer, _encoding, done) => done(void lines.push(bytes.toString())),
    });
    const logger = createLogger('warn', destination);
    const { dials, dialed, released } = createQueue(clock, () => respond(clock), logger);
    dials.add('b1', [dial('c1', 400, { eligibilityCheckedAtMs: 0 })]);
    await clock.advance(2_000);
    expect([dialed, released]).toEqual([[], ['c1']]);
    expect(lines.map((text) => JSON.parse(text) as object)).toMatchObject([
      { msg: line, batchId: 'b1', calls: 1 },
    ]);
  });

  it('report the lateness of the first queued call', async () => {
    const clock = new ManualClock();
    const { dials } = createQueue(clock);
    dials.setRate('batch:b1', 1);
    dials.add('b1', [dial('c1', 0), dial('c2', 100)]);
    expect(dials.latenessMs('b1')).toBe(0);
    await clock.advance(600);
    expect(dials.latenessMs('b1')).toBe(500);
    expect(dials.latenessMs('b2')).toBe(0);
  });
});
