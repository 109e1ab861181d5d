import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedCall, seedWorkspace, type Fixture } from '../../test/support/fixtures.ts';
import { newId } from '../core/ids.ts';
import type { EndReason } from '../domain/call-state.ts';
import { finishCall } from './calls/finish-call.ts';
import { type NewCallRow, recordCallChange } from './calls/calls.ts';
import { insertOwnedNumber } from './phone-numbers.ts';
import { applyNumberDayDeltas, purgeNumberDays, readAnswerRates, readNumberDays } from './answer-rates.ts';

let database: TestDatabase;
let fixture: Fixture;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  fixture = await seedWorkspace(database.db);
});

const dayMs = 86_400_000;
const day = '2026-01-05';
const fromNumber = '+12025550100';
const scope = () => database.db.inWorkspace(fixture.workspaceId);

interface CallScenario {
  readonly endReason: EndReason;
  readonly disposition?: string;
  readonly isAnswered?: boolean;
  readonly isDialed?: boolean;
  readonly at?: Date;
  readonly changes?: Partial<NewCallRow>;
}

async function recordCall(scenario: CallScenario): Promise<void> {
  const {
    endReason,
    disposition: code = 'failed',
    isAnswered,
    isDialed = true,
    at = noon,
    changes,
  } = scenario;
  const { workspaceId } = fixture;
  const { id: callId } = await seedCall(database.db, fixture, changes);
  const change = { workspaceId, callId, at };
  if (isDialed) await recordCallChange(scope(), { ...change, from: ['queued'], to: 'dialing' });
  if (isAnswered) await recordCallChange(scope(), { ...change, from: ['dialing'], to: 'in_progress' });
  const disposition = { code, status: 'completed' } as const;
  await finishCall(scope(), { ...change, endReason, disposition });
}

const rates = async (changes: object = {}) =>
  readAnswerRates(scope(), { ...fixture, firstDay: day, lastDay: day, limit: 10, ...changes });

const countsOf = async (e164 = fromNumber) => {
  const { numbers } = await rates();
  const { calls, answered, voicemail, failed } = numbers.find((item) => item.e164 === e164)!;
  return [calls, answered, voicemail, failed];
};

describe('the answer rates of a number', () => {
  it.each<[string, CallScenario, readonly number[]]>([
    ['answered', { endReason: 'customer_hangup', disposition: 'answered', isAnswered: true }, [1, 1, 0, 0]],
    [
      'wrong number',
      { endReason: 'agent_hangup', disposition: 'wrong_number', isAnswered: true },
      [1, 1, 0, 0],
    ],
    ['transferred', { endReason: 'transferred', disposition: 'transferred', isAnswered: true }, [1, 1, 0, 0]],
    ['a machine', { endReason: 'voicemail', disposition: 'voicemail', isAnswered: true }, [1, 0, 1, 0]],
    [
      'a machine according to the disposition',
      { endReason: 'agent_hangup', disposition: 'voicemail', isAnswered: true },
      [1, 0, 1, 0],
    ],
    ['silence', { endReason: 'silence', disposition: 'no_answer', isAnswered: true }, [1, 0, 0, 0]],
    ['node lost during the conversation', { endReason: 'node_lost', isAnswered: true }, [1, 0, 0, 0]],
    ['no answer', { endReason: 'no_answer', disposition: 'no_answer' }, [1, 0, 0, 0]],
    ['busy', { endReason: 'busy', disposition: 'busy' }, [1, 0, 0, 0]],
    ['refused by the carrier', { endReason: 'carrier_error' }, [1, 0, 0, 1]],
  ])('count a call that ended with: %s', async (_, scenario, counts) => {
    await recordCall(scenario);
    expect(await countsOf()).toEqual(counts);
    await applyNumberDayDeltas(database.db.asSystem());
    expect(await countsOf()).toEqual(counts);
  });

  it.each<[string, CallScenario]>([
    ['was cancelled before the answer', { endReason: 'cancelled', disposition: 'cancelled' }],
    ['was lost before the answer', { endReason: 'node_lost' }],
    ['failed because of a provider', { endReason: 'provider_error' }],
    ['was never dialed', { endReason: 'carrier_error', isDialed: false }],
    ['was inbound', { endReason: 'customer_hangup', isAnswered: true, changes: { direction: 'inbound' } }],
  ])('do not count a call that %s', async (_, scenario) => {
    await recordCall(scenario);
    expect(await rates()).toEqual({ numbers: [], total: 0 });
  });

  it('list the numbers with the most calls first, with the ids of owned numbers', async () => {
    const other = `+1202558${String(fixture.workspaceId.length).padStart(4, '0')}`;
    const id = newId('number');
    await insertOwnedNumber(scope(), { id, workspaceId: fixture.workspaceId, e164: other, at: noon });
    await recordCall({ endReason: 'busy' });
    for (let count = 0; count < 2; count += 1)
      await recordCall({ endReason: 'busy', changes: { fromNumber: other } });
    const { numbers, total } = await rates();
    expect(numbers.map(({ e164, numberId }) => [e164, numberId])).toEqual([
      [other, id],
      [fromNumber, null],
    ]);
    expect(total).toBe(2);
    expect(await rates({ limit: 1 })).toMatchObject({ numbers: [{ e164: other }], total: 2 });
  });

  it('are returned by day and deleted after 180 days', async () => {
    const before = new Date(noon.getTime() - dayMs);
    await recordCall({ endReason: 'busy', at: before });
    await recordCall({ endReason: 'busy' });
    await recordCall({ endReason: 'customer_hangup', disposition: 'answered', isAnswered: true });
    const query = { ...fixture, firstDay: '2026-01-01', lastDay: day, e164: fromNumber };
    const days = [
      { date: '2026-01-04', calls: 1, answered: 0, voicemail: 0, failed: 0 },
      { date: day, calls: 2, answered: 1, voicemail: 0, failed: 0 },
    ];
    expect(await readNumberDays(scope(), query)).toEqual(days);
    await applyNumberDayDeltas(database.db.asSystem());
    expect(await readNumberDays(scope(), query)).toEqual(days);
    expect(await purgeNumberDays(database.db.asSystem())).toBeGreaterThanOrEqual(2);
    expect(await readNumberDays(scope(), query)).toEqual([]);
  });

  it('do not depend on how often deltas are applied', async () => {
    const ends = fc.constantFrom<CallScenario>(
      { endReason: 'customer_hangup', disposition: 'answered', isAnswered: true },
      { endReason: 'voicemail', disposition: 'voicemail', isAnswered: true },
      { endReason: 'no_answer' },
      { endReason: 'carrier_error' },
    );
    const step = fc.oneof(
      { weight: 4, arbitrary: ends },
      { weight: 1, arbitrary: fc.constant('apply' as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
        fixture = await seedWorkspace(database.db);
        for (const item of steps) {
          if (item === 'apply') await applyNumberDayDeltas(database.db.asSystem());
          else await recordCall(item);
        }
        const calls = steps.filter((item) => item !== 'apply');
        const count = (reason: EndReason) => calls.filter(({ endReason }) => endReason === reason).length;
        const expected = [calls.length, count('customer_hangup'), count('voicemail'), count('carrier_error')];
        expect(calls.length === 0 ? [0, 0, 0, 0] : await countsOf()).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });
});
