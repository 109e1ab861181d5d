import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/manual-clock.ts';
import type { TransitionTable, TimerInput } from './transition-table.ts';
import { findTransition } from './transition-table.ts';
import { inviteClientTable } from './invite-client-transitions.ts';
import { inviteServerTable } from './invite-server-transitions.ts';
import { StateMachine } from './state-machine.ts';
import { nonInviteClientTable } from './non-invite-client-transitions.ts';
import { nonInviteServerTable } from './non-invite-server-transitions.ts';
import { timerDelayMs, type TimerName } from './timers.ts';

type AnyTable = TransitionTable<string, string, string>;

const clientInputs = ['1xx', '2xx', '300-699', 'transport error'];
const serverInputs = ['request', 'ACK', 'send 1xx', 'send 2xx', 'send 300-699', 'transport error'];
const timers: TimerName[] = ['A', 'B', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', '100', 'cancel'];

const tables: [string, AnyTable, string[]][] = [
  ['INVITE client', inviteClientTable, clientInputs],
  ['non-INVITE client', nonInviteClientTable, clientInputs],
  ['INVITE server', inviteServerTable, serverInputs],
  ['non-INVITE server', nonInviteServerTable, serverInputs],
];

describe.each(tables)('the %s transition table', (_name, table, inputs) => {
  it('leads to a known state for any sequence of inputs', () => {
    const all = [...inputs, ...timers.map((name): TimerInput => `timer ${name}`)];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...all), { maxLength: 50 }), (sequence) => {
        let state: string = table.initial;
        for (const input of sequence) state = findTransition(table, state, input)?.[0] ?? state;
        expect(Object.keys(table.transitions)).toContain(state);
      }),
    );
  });

  it('handles every timer that a state runs, and ignores all inputs once terminated', () => {
    for (const [state, names] of Object.entries(table.timers)) {
      for (const name of names) expect(findTransition(table, state, `timer ${name}`)).toBeDefined();
    }
    expect([table.transitions['terminated'], table.timers['terminated']]).toEqual([{}, []]);
  });

  it('has timers in every state that does not wait for the transaction user or the peer', () => {
    const withoutTimers = Object.keys(table.timers).filter((state) => table.timers[state]!.length === 0);
    const allowed = { calling: true, trying: true, proceeding: true, terminated: true };
    expect(withoutTimers.filter((state) => !(state in allowed))).toEqual([]);
  });

  it.each([true, false])(
    'terminates after a final response and enough time (reliable: %s)',
    async (reliable) => {
      const final = inputs.includes('1xx') ? ['2xx', '300-699'] : ['send 2xx', 'send 300-699'];
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.constantFrom(...inputs), fc.nat(40_000)), { maxLength: 8 }),
          fc.constantFrom(...final),
          async (sequence, last) => {
            const clock = new ManualClock();
            let terminated = 0;
            const machine = new StateMachine<string, string, string>({
              table,
              clock,
              reliable,
              act: () => undefined,
              onTerminated: () => (terminated += 1),
              onInternalError: (error) => {
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
    [0, 1, 2, 3, 4].map((fired) => timerDelayMs(name, { reliable, firedCount: fired, proceeding }));

  it('double without limit for A, up to T2 for E and G', () => {
    expect(delays('A', false)).toEqual([500, 1_000, 2_000, 4_000, 8_000]);
    expect(delays('E', false)).toEqual([500, 1_000, 2_000, 4_000, 4_000]);
    expect(delays('G', false)).toEqual([500, 1_000, 2_000, 4_000, 4_000]);
    expect(delays('E', false, true)).toEqual([4_000, 4_000, 4_000, 4_000, 4_000]);
  });

  it('do not retransmit or linger on a reliable transport', () => {
    const first = (name: TimerName) =>
      timerDelayMs(name, { reliable: true, firedCount: 0, proceeding: false });
    expect(['A', 'E', 'G'].map((name) => first(name as TimerName))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(['D', 'I', 'J', 'K'].map((name) => first(name as TimerName))).toEqual([0, 0, 0, 0]);
  });

  it('time out after 64 T1, and keep the Accepted state as long on any transport', () => {
    for (const name of ['B', 'F', 'H', 'L', 'M'] as const) expect(delays(name, true)[0]).toBe(32_000);
    expect(delays('D', false)[0]).toBe(32_000);
    expect([delays('I', false)[0], delays('K', false)[0], delays('J', false)[0]]).toEqual([
      5_000, 5_000, 32_000,
    ]);
  });
});
