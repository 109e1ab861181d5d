import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/manual-clock.ts';
import type { Figure, TimerInput } from './figure.ts';
import { step } from './figure.ts';
import { inviteClientFigure } from './invite-client-figure.ts';
import { inviteServerFigure } from './invite-server-figure.ts';
import { Machine } from './machine.ts';
import { nonInviteClientFigure } from './non-invite-client-figure.ts';
import { nonInviteServerFigure } from './non-invite-server-figure.ts';
import { timerDelayMs, type TimerName } from './timers.ts';

type AnyFigure = Figure<string, string, string>;

const clientInputs = ['1xx', '2xx', '300-699', 'transport error'];
const serverInputs = ['request', 'ACK', 'send 1xx', 'send 2xx', 'send 300-699', 'transport error'];
const timers: TimerName[] = ['A', 'B', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', '100', 'cancel'];

const figures: [string, AnyFigure, string[]][] = [
  ['INVITE client', inviteClientFigure, clientInputs],
  ['non-INVITE client', nonInviteClientFigure, clientInputs],
  ['INVITE server', inviteServerFigure, serverInputs],
  ['non-INVITE server', nonInviteServerFigure, serverInputs],
];

describe.each(figures)('the %s figure', (_name, figure, inputs) => {
  it('is never left by any input', () => {
    const all = [...inputs, ...timers.map((name): TimerInput => `timer ${name}`)];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...all), { maxLength: 50 }), (sequence) => {
        let state: string = figure.initial;
        for (const input of sequence) state = step(figure, state, input)?.[0] ?? state;
        expect(Object.keys(figure.transitions)).toContain(state);
      }),
    );
  });

  it('answers every timer that a state runs, and does nothing once terminated', () => {
    for (const [state, names] of Object.entries(figure.timers)) {
      for (const name of names) expect(step(figure, state, `timer ${name}`)).toBeDefined();
    }
    expect([figure.transitions['terminated'], figure.timers['terminated']]).toEqual([{}, []]);
  });

  it('does nothing by itself for ever: every state but those that wait for a user has a timer to leave by', () => {
    const waiting = Object.keys(figure.timers).filter((state) => figure.timers[state]!.length === 0);
    const allowed = { calling: true, trying: true, proceeding: true, terminated: true };
    expect(waiting.filter((state) => !(state in allowed))).toEqual([]);
  });

  it.each([true, false])(
    'terminates once a final response was seen and time passes (reliable: %s)',
    async (reliable) => {
      const final = inputs.includes('1xx') ? ['2xx', '300-699'] : ['send 2xx', 'send 300-699'];
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.constantFrom(...inputs), fc.nat(40_000)), { maxLength: 8 }),
          fc.constantFrom(...final),
          async (sequence, last) => {
            const clock = new ManualClock();
            let terminated = 0;
            const machine = new Machine<string, string, string>({
              figure,
              clock,
              reliable,
              act: () => undefined,
              onTerminated: () => (terminated += 1),
              onDefect: (error) => {
                throw error;
              },
            });
            for (const [input, delayMs] of sequence) {
              machine.input(input);
              await clock.advance(delayMs);
            }
            machine.input(last);
            await clock.advance(200_000);
            expect([machine.state, terminated, clock.pendingTimers]).toEqual(['terminated', 1, 0]);
          },
        ),
        { numRuns: 25 },
      );
    },
  );
});

describe('the timers of RFC 3261 table 4', () => {
  const delays = (name: TimerName, reliable: boolean, proceeding = false) =>
    [0, 1, 2, 3, 4].map((fired) => timerDelayMs(name, { reliable, fired, proceeding }));

  it('double without end for A, up to T2 for E and G', () => {
    expect(delays('A', false)).toEqual([500, 1_000, 2_000, 4_000, 8_000]);
    expect(delays('E', false)).toEqual([500, 1_000, 2_000, 4_000, 4_000]);
    expect(delays('G', false)).toEqual([500, 1_000, 2_000, 4_000, 4_000]);
    expect(delays('E', false, true)).toEqual([4_000, 4_000, 4_000, 4_000, 4_000]);
  });

  it('do not retransmit and do not linger on a reliable transport', () => {
    const first = (name: TimerName) => timerDelayMs(name, { reliable: true, fired: 0, proceeding: false });
    expect(['A', 'E', 'G'].map((name) => first(name as TimerName))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(['D', 'I', 'J', 'K'].map((name) => first(name as TimerName))).toEqual([0, 0, 0, 0]);
  });

  it('give up after 64 T1, and keep the Accepted state as long on any transport', () => {
    for (const name of ['B', 'F', 'H', 'L', 'M'] as const) expect(delays(name, true)[0]).toBe(32_000);
    expect(delays('D', false)[0]).toBe(32_000);
    expect([delays('I', false)[0], delays('K', false)[0], delays('J', false)[0]]).toEqual([
      5_000, 5_000, 32_000,
    ]);
  });
});
