import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { noon, seedCall, type Fixture } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import type { EndReason } from '../../domain/call-state.ts';
import type { CallCost, TurnLatency } from '../../domain/call.ts';
import { applyAnalyticsChanges } from '../../store/analytics.ts';
import { recordCallAnalysis } from '../../store/calls/call-analysis.ts';
import { type NewCallRow, recordCallChange } from '../../store/calls/calls.ts';
import { finishCall } from '../../store/calls/finish-call.ts';

let api: TestApi;
let otherFlow: string;
beforeAll(async () => {
  api = await createTestApi();
  otherFlow = newId('flow');
});
afterAll(() => api.close());

const path = '/v1/api/analytics/calls';
const hourMs = 3_600_000;
/** The number of the fixture's calls. */
const fromNumber = '+12025550100';

const turn = (totalMs: number): TurnLatency => ({
  turn: 1,
  totalMs,
  bufferMs: 10,
  endpointingMs: totalMs - 40,
  thinkingMs: 10,
  speechMs: 10,
  playoutMs: 10,
});

const costOf = (cost: string): CallCost => ({
  provider: 'trunk',
  model: null,
  kind: 'carrier',
  quantity: 60,
  unit: 'seconds',
  estimated: false,
  cost,
  currency: 'USD',
});

interface Scenario {
  readonly at: Date;
  readonly endReason?: EndReason;
  readonly disposition?: string;
  readonly isAnswered?: boolean;
  readonly changes?: Partial<NewCallRow>;
}

/** Stores a call that was dialed, and by default answered for a minute and ended. */
async function storeCall(
  fixture: Fixture,
  { at, isAnswered = true, changes, ...end }: Scenario,
): Promise<string> {
  const { workspaceId } = fixture;
  const scope = api.database.inWorkspace(workspaceId);
  const { id: callId } = await seedCall(api.database, fixture, { ...changes, at });
  const change = { workspaceId, callId, at };
  await recordCallChange(scope, { ...change, from: ['queued'], to: 'dialing' });
  if (isAnswered) await recordCallChange(scope, { ...change, from: ['dialing'], to: 'in_progress' });
  await finishCall(scope, {
    ...change,
    at: new Date(at.getTime() + 60_000),
    endReason: end.endReason ?? 'customer_hangup',
    disposition: { code: end.disposition ?? 'answered', status: 'completed' },
    latency: isAnswered ? [turn(500), turn(900)] : [],
    costs: [costOf('0.02')],
  });
  return callId;
}

const get = async (query: Record<string, string>, url = path) =>
  (await api.send('GET', `${url}?${new URLSearchParams(query).toString()}`)).body;

const yesterday = (hours: number) => new Date(noon.getTime() - 24 * hourMs + hours * hourMs);
const today = (hours: number) => new Date(noon.getTime() + hours * hourMs);

describe('the numbers of calls', () => {
  it('compare today with yesterday, before and after they are added to the sums', async () => {
    await storeCall(api, { at: yesterday(0) });
    await storeCall(api, {
      at: yesterday(1),
      endReason: 'no_answer',
      disposition: 'no_answer',
      isAnswered: false,
    });
    await storeCall(api, { at: today(0) });
    await storeCall(api, { at: today(0), endReason: 'voicemail', disposition: 'voicemail' });
    await storeCall(api, { at: today(1), changes: { fromNumber: '+12025550102', flowId: otherFlow } });
    await seedCall(api.database, api, { at: today(1) });
    const read = () =>
      get({ from: '2026-01-05', to: '2026-01-05', interval: 'hour', compare: 'previous', groupBy: 'number' });
    const before = await read();
    await applyAnalyticsChanges(api.database.asSystem());
    const after = await read();
    expect(after).toEqual(before);
    expect(after).toMatchObject({
      from: '2026-01-05T00:00:00.000Z',
      to: '2026-01-06T00:00:00.000Z',
      timeZone: 'UTC',
      totals: {
        calls: 4,
        ended: 3,
        connected: 3,
        placed: 3,
        answered: 2,
        voicemail: 1,
        answerRate: 0.667,
        durationSeconds: 180,
        averageDurationSeconds: 60,
        costs: { USD: '0.06' },
        costsComplete: true,
        endReasons: { customer_hangup: 2, voicemail: 1 },
        dispositions: { answered: 2, voicemail: 1 },
        latency: { turns: 6 },
      },
      previous: {
        from: '2026-01-04T00:00:00.000Z',
        to: '2026-01-05T00:00:00.000Z',
        totals: { calls: 2, placed: 2, answered: 1, answerRate: 0.5 },
      },
      groups: [
        { id: fromNumber, totals: { calls: 3 }, previous: { calls: 2 } },
        { id: '+12025550102', totals: { calls: 1 }, previous: { calls: 0 } },
      ],
      groupCount: 2,
    });
    expect(after.series).toHaveLength(24);
    expect(after.series.map(({ calls }: { calls: number }) => calls).slice(11, 15)).toEqual([0, 2, 2, 0]);
    const { silence, own } = after.totals.latency;
    expect(silence.p50Ms).toBeGreaterThan(500 * 0.95);
    expect(silence.p50Ms).toBeLessThan(500 * 1.05);
    expect(silence.p99Ms).toBeGreaterThan(900 * 0.95);
    expect(silence.p99Ms).toBeLessThan(900 * 1.05);
    expect(own.p90Ms).toBeGreaterThan(19);
    expect(own.p90Ms).toBeLessThan(21);
  });

  it('lead from each interval to its calls', async () => {
    const { series, groups } = await get({ from: '2026-01-04', to: '2026-01-05', groupBy: 'flow' });
    for (const point of [
      ...series,
      ...groups,
      ...groups.flatMap((group: { series: object[] }) => group.series),
    ]) {
      const { body } = await api.send('GET', point.listUrl);
      expect(body.data.total).toBe((point.totals ?? point).calls);
    }
    expect(groups.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
      [api.flow.id, 'Greeting'],
      [otherFlow, null],
    ]);
  });

  it('filter like the list of calls', async () => {
    const range = { from: '2026-01-04', to: '2026-01-05' };
    const totalOf = async (filters: Record<string, string>) =>
      (await get({ ...range, ...filters })).totals.calls;
    expect(await totalOf({ agentId: api.agent.id })).toBe(6);
    expect(await totalOf({ phoneNumber: '+12025550102' })).toBe(1);
    expect(await totalOf({ phoneNumber: '+12025550102', flowId: otherFlow })).toBe(1);
    expect(await totalOf({ flowId: api.flow.id, agentId: api.agent.id })).toBe(5);
    expect(await totalOf({ batchId: newId('batch') })).toBe(0);
  });

  it('contain costs that arrive later, and calls that were erased', async () => {
    const at = new Date('2026-01-20T10:00:00Z');
    const { workspaceId } = api;
    const callId = await storeCall(api, { at });
    const scope = api.database.inWorkspace(workspaceId);
    const totals = async () => (await get({ from: '2026-01-20', to: '2026-01-20' })).totals;
    expect((await totals()).costs).toEqual({ USD: '0.02' });
    await applyAnalyticsChanges(api.database.asSystem());
    await scope.transaction((tx) =>
      recordCallAnalysis(tx, { workspaceId, callId, costs: [costOf('0.01')], at }),
    );
    const expected = await totals();
    expect(expected).toMatchObject({ calls: 1, ended: 1, costs: { USD: '0.03' } });
    await scope.execute({ text: 'delete from calls where id = $1' }, [callId]);
    expect(await totals()).toEqual(expected);
    await applyAnalyticsChanges(api.database.asSystem());
    expect(await totals()).toEqual(expected);
  });

  it('keep to the days of the time zone, also when they have 23 or 25 hours', async () => {
    await storeCall(api, { at: new Date('2026-03-08T06:59:00Z') });
    await storeCall(api, { at: new Date('2026-03-09T03:59:00Z') });
    await storeCall(api, { at: new Date('2026-04-04T13:29:00Z') });
    const days = async (query: Record<string, string>) =>
      (await get(query)).series.map(({ start, end, calls }: Record<string, string>) => [start, end, calls]);
    expect(await days({ from: '2026-03-07', to: '2026-03-08', timeZone: 'America/New_York' })).toEqual([
      ['2026-03-07T05:00:00.000Z', '2026-03-08T05:00:00.000Z', 0],
      ['2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z', 2],
    ]);
    expect(await days({ from: '2026-04-04', to: '2026-04-05', timeZone: 'Australia/Adelaide' })).toEqual([
      ['2026-04-03T13:30:00.000Z', '2026-04-04T13:30:00.000Z', 1],
      ['2026-04-04T13:30:00.000Z', '2026-04-05T14:30:00.000Z', 0],
    ]);
    const hours = await get({
      from: '2026-04-05',
      to: '2026-04-05',
      timeZone: 'Australia/Adelaide',
      interval: 'hour',
      compare: 'previous',
    });
    expect([hours.series.length, hours.previous.series.length]).toEqual([25, 24]);
    expect(hours.previous.totals.calls).toBe(1);
  });

  it('end with the current interval if to is omitted', async () => {
    const { from, to, series, previous } = await get({ interval: 'hour', compare: 'previous' });
    expect(previous).toMatchObject({ from: '2026-01-04T00:00:00.000Z', to: '2026-01-04T12:00:00.000Z' });
    expect(previous.totals.calls).toBe(0);
    expect([from, to]).toEqual(['2026-01-05T00:00:00.000Z', '2026-01-05T12:00:00.000Z']);
    expect(series).toHaveLength(12);
    expect((await get({})).series).toHaveLength(7);
    expect((await get({ interval: 'week' })).series.at(-1)).toMatchObject({
      start: '2026-01-05T00:00:00.000Z',
      end: '2026-01-12T00:00:00.000Z',
    });
  });

  it('are exported as CSV', async () => {
    const range = { from: '2026-01-04', to: '2026-01-05', format: 'csv' };
    const { headers, bytes } = await api.send('GET', `${path}?${new URLSearchParams(range).toString()}`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [heading, ...lines] = bytes.toString().trim().split('\r\n');
    const columns = heading!.split(',');
    const cell = (line: string, name: string) => line.split(',')[columns.indexOf(name)];
    expect(
      lines.map((line) => [cell(line, 'start'), cell(line, 'calls'), cell(line, 'end_reasons_voicemail')]),
    ).toEqual([
      ['2026-01-04T00:00:00.000Z', '2', ''],
      ['2026-01-05T00:00:00.000Z', '4', '1'],
    ]);
    expect(Number(cell(lines[1]!, 'latency_silence_p99_ms'))).toBeGreaterThan(850);
    const grouped = await api.send(
      'GET',
      `${path}?${new URLSearchParams({ ...range, groupBy: 'number' }).toString()}`,
    );
    expect(grouped.bytes.toString().split('\r\n')[1]).toMatch(/^'\+12025550100,,2026-01-04T/);
  });

  it.each<[string, Record<string, string>, string, string]>([
    ['an unknown zone', { timeZone: 'Mars/Olympus' }, 'invalid_timezone', 'timeZone'],
    ['an abbreviation', { timeZone: 'EST' }, 'invalid_timezone', 'timeZone'],
    ['an end before the start', { from: '2026-01-05', to: '2026-01-04' }, 'invalid_query', 'to'],
    ['an empty range', { from: '2026-01-05T10:00:00Z', to: '2026-01-05T10:00:00Z' }, 'invalid_query', 'to'],
    [
      'hours over a year',
      { from: '2025-01-05', to: '2026-01-05', interval: 'hour' },
      'invalid_query',
      'from',
    ],
    ['days over a decade', { from: '2016-01-05', to: '2026-01-05' }, 'invalid_query', 'from'],
    ['a year before 2000', { from: '0001-01-01', to: '0001-01-02' }, 'invalid_query', 'from'],
    ['a date that does not exist', { from: '2026-02-30' }, 'invalid_query', 'from'],
    [
      'too many points',
      { from: '2025-01-05', to: '2026-01-05', groupBy: 'agent', limit: '50' },
      'invalid_query',
      'limit',
    ],
    ['an unknown group', { groupBy: 'customer' }, 'invalid_query', 'groupBy'],
    ['an unknown parameter', { timezone: 'UTC' }, 'invalid_query', 'timezone'],
  ])('reject %s', async (_, query, code, field) => {
    const { status, body } = await api.send('GET', `${path}?${new URLSearchParams(query).toString()}`);
    expect([status, body.error.code]).toEqual([400, code]);
    expect(body.error.fields[0].path).toBe(field);
  });

  it('contain nothing of another workspace', async () => {
    const other = await seedOtherWorkspace(api);
    await storeCall(other, { at: today(0) });
    await applyAnalyticsChanges(api.database.asSystem());
    const query = { from: '2026-01-05', to: '2026-01-05' };
    expect((await get({ ...query, agentId: other.agent.id, groupBy: 'agent' })).groups).toEqual([]);
    expect((await get(query)).totals.calls).toBe(4);
    const { body } = await api.send('GET', `${path}?${new URLSearchParams(query).toString()}`, {
      key: other.key,
    });
    expect(body.totals.calls).toBe(1);
  });

  it('follow the time zone of the workspace when it changes', async () => {
    await api.send('PATCH', `/v1/api/workspaces/${api.workspaceId}`, {
      body: { timezone: 'America/New_York' },
    });
    const read = async () => (await get({ from: '2026-03-08', to: '2026-03-08' })).totals.calls;
    expect(await read()).toBe(2);
    await applyAnalyticsChanges(api.database.asSystem());
    expect(await read()).toBe(2);
    const zones = await api.database
      .asSystem()
      .rows({ text: 'select day_zone from analytics_zones where workspace_id = $1' }, [api.workspaceId]);
    expect(zones).toEqual([{ day_zone: 'America/New_York' }]);
  });
});
