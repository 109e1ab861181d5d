import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { FakeNumberVendor } from '../../contracts/testing/fake-number-vendor.ts';
import { suiteNumbers } from '../../contracts/testing/number-source-suite.ts';
import { problems } from '../../core/problems.ts';

let api: TestApi;
let otherWorkspace: Awaited<ReturnType<typeof seedOtherWorkspace>>;
const vendor = new FakeNumberVendor('twilio', suiteNumbers);
const otherVendor = new FakeNumberVendor('telnyx', suiteNumbers);

const inventory = [
  { phoneNumber: '+12125550100', locality: 'New York', region: 'NY' },
  { phoneNumber: '+12125550123', locality: 'New York', region: 'NY' },
  { phoneNumber: '+18005550100' },
  { phoneNumber: '+442079460018' },
];

beforeAll(async () => {
  api = await createTestApi({ numberVendors: [vendor, otherVendor] });
  otherWorkspace = await seedOtherWorkspace(api);
  await api.send('POST', '/v1/api/telephony/inventory', { body: { numbers: inventory } });
});
beforeEach(() => {
  vendor.failure = 'refused';
  otherVendor.failure = 'refused';
});
afterAll(() => api.close());

const search = (query: string, options: object = {}) =>
  api.send('GET', `/v1/api/telephony/available-numbers?${query}`, { workspace: api.workspaceId, ...options });

describe('GET /v1/api/telephony/available-numbers: 200', () => {
  it('returns exactly the documented fields from the inventory', async () => {
    const { status, body } = await search('country=US&type=local&contains=0123');
    expect(status).toBe(200);
    expect(body).toEqual({
      numbers: [
        { phoneNumber: '+12125550123', friendlyName: '+1 212 555 0123', locality: 'New York', region: 'NY' },
      ],
      filters: { supported: ['contains', 'areaCode'] },
    });
  });

  it.each([
    ['country=US&type=tollFree', ['+18005550100']],
    ['country=us&type=local&areaCode=212&limit=1', ['+12125550100']],
    ['country=US&type=local&contains=55*01', ['+12125550100', '+12125550123']],
    ['country=US&type=mobile', []],
    ['country=GB&type=local', ['+442079460018']],
    ['country=AU', []],
  ])('filters by %s', async (query, numbers) => {
    const { status, body } = await search(query);
    expect([status, numbersOf(body)]).toEqual([200, numbers]);
  });

  it('returns the supported filters of each country', async () => {
    const { body } = await search('country=GB&type=local');
    expect(body.filters).toEqual({ supported: ['contains'] });
  });

  it('searches the next source if the first one has too few numbers, and returns the source of each number', async () => {
    vendor.failure = undefined;
    const { body } = await search('country=US&type=local&limit=4');
    expect(numbersOf(body)).toEqual(['+12125550100', '+12125550123', '+14155550100', '+14155550177']);
    expect(body.numbers.map(({ source }: { source?: string }) => source)).toEqual([
      undefined,
      undefined,
      'twilio',
      'twilio',
    ]);
  });

  it('skips a failing source, and returns each number once', async () => {
    otherVendor.failure = undefined;
    const failed = await search('country=AU');
    vendor.failure = undefined;
    const both = await search('country=AU');
    expect(numbersOf(failed.body)).toEqual(['+61255501234', '+61491570156']);
    expect(numbersOf(both.body)).toEqual(numbersOf(failed.body));
  });

  it('returns no numbers of another workspace', async () => {
    const { body } = await search('country=US&type=local', {
      key: otherWorkspace.key,
      workspace: otherWorkspace.workspaceId,
    });
    expect(body.numbers).toEqual([]);
  });
});

describe('GET /v1/api/telephony/available-numbers: 400', () => {
  it.each([
    ['', 'invalid_query', ['country']],
    ['country=US', 'invalid_query', ['type']],
    ['country=US&type=fax', 'invalid_query', ['type']],
    ['country=XX&type=local', 'invalid_country', ['country']],
    ['country=USA&type=local', 'invalid_country', ['country']],
    ['country=GB&type=local&areaCode=20', 'unsupported_filter', ['areaCode']],
    ['country=US&type=local&areaCode=12', 'invalid_query', ['areaCode']],
    ['country=US&type=local&contains=1', 'invalid_query', ['contains']],
    ['country=US&type=local&contains=12345678901234567', 'invalid_query', ['contains']],
    ['country=US&type=local&contains=%2B12', 'invalid_query', ['contains']],
    ['country=US&type=local&contains=12&contains=34', 'invalid_query', ['contains']],
    ['country=US&type=local&limit=0', 'invalid_query', ['limit']],
    ['country=US&type=local&limit=1001', 'invalid_query', ['limit']],
    [
      'country=XX&contains=x&limit=0&city=Rome',
      'invalid_query',
      ['contains', 'limit', 'city', 'type', 'country'],
    ],
    ['country=GB&areaCode=20&contains=x', 'invalid_query', ['contains', 'type', 'areaCode']],
  ])('rejects %s with %s', async (query, code, paths) => {
    const { status, body } = await search(query);
    expect([status, body.error.code]).toEqual([400, code]);
    expect(body.error.fields.map(({ path }: { path: string }) => path)).toEqual(paths);
  });

  it('requires the workspace header', async () => {
    const { status, body } = await api.send('GET', '/v1/api/telephony/available-numbers?country=AU');
    expect([status, body.error.code]).toEqual([400, 'workspace_required']);
  });

  it('returns 200 or a documented error for any query', async () => {
    const word = fc.constantFrom(
      'US',
      'AU',
      'GB',
      'local',
      '12',
      '1*2*3',
      '**',
      '202',
      '',
      ' ',
      '%00',
      'é',
      '0',
      '-1',
    );
    const name = fc.constantFrom('country', 'type', 'contains', 'areaCode', 'limit', 'x');
    const queries = fc.array(fc.tuple(name, word), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(queries, async (pairs) => {
        const { status, body } = await search(pairs.map((pair) => pair.join('=')).join('&'));
        expect([200, 400]).toContain(status);
        expect(status === 200 || Object.hasOwn(problems, body.error.code)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

describe('GET /v1/api/telephony/available-numbers: 500', () => {
  it('fails only if all searched sources failed', async () => {
    const inventory = api.context.numberSources[0]!;
    const inventorySearch = vi.spyOn(inventory, 'search').mockRejectedValue(new Error('unavailable'));
    const { status, body } = await search('country=AU');
    vendor.failure = undefined;
    const response = await search('country=AU');
    inventorySearch.mockRestore();
    expect([status, body.error.code]).toEqual([500, 'number_source_failed']);
    expect([response.status, response.body.numbers.length]).toEqual([200, 2]);
  });
});

const numbersOf = (body: { numbers: readonly { phoneNumber: string }[] }): string[] =>
  body.numbers.map(({ phoneNumber }) => phoneNumber);
