import { describe, expect, it } from 'vitest';
import { completeInventoryRow, type InventoryCells, type NumberLookup } from './inventory-row.ts';

const known: NumberLookup = {
  e164: '+14155550100',
  country: 'US',
  type: 'FIXED_LINE_OR_MOBILE',
  international: '+1 415 555 0100',
  locality: 'San Francisco',
  region: 'CA',
};
const complete = (cells: InventoryCells, lookedUp: NumberLookup | undefined = known) =>
  completeInventoryRow({ phone_number: '+14155550100', ...cells }, lookedUp);

describe('completeInventoryRow', () => {
  it('fills missing cells from the lookup', () => {
    expect(complete({})).toEqual({
      number: {
        e164: '+14155550100',
        country: 'US',
        type: 'local',
        locality: 'San Francisco',
        region: 'CA',
        friendlyName: '+1 415 555 0100',
        supplier: null,
        monthlyPriceUsd: null,
      },
    });
  });

  it('prefers the cells of the row to the lookup', () => {
    const cells = { country: 'ca', type: 'Toll-Free', locality: 'Oakland', monthly_price_usd: '1.15' };
    expect(complete(cells)).toMatchObject({
      number: { country: 'CA', type: 'tollFree', locality: 'Oakland', monthlyPriceUsd: 1.15 },
    });
  });

  it.each<[InventoryCells, NumberLookup | undefined, [string, string][]]>([
    [{ phone_number: '' }, undefined, [['phone_number', 'invalid_number']]],
    [{ country: 'GB' }, known, [['country', 'country_mismatch']]],
    [{ country: 'Canada' }, known, [['country', 'invalid_country']]],
    [{ type: 'fax' }, known, [['type', 'invalid_value']]],
    [{ type: 'constructor' }, known, [['type', 'invalid_value']]],
    [{}, { ...known, type: 'PREMIUM_RATE' }, [['type', 'required']]],
    [{}, { ...known, country: undefined }, [['country', 'invalid_number']]],
    [{ supplier: 'x'.repeat(101) }, known, [['supplier', 'too_big']]],
    [{ monthly_price_usd: '1,15' }, known, [['monthly_price_usd', 'invalid_value']]],
    [{ monthly_price_usd: '-1' }, known, [['monthly_price_usd', 'invalid_value']]],
    [
      { type: 'fax', country: 'XX', region: 'y'.repeat(101), monthly_price_usd: 'free' },
      undefined,
      [
        ['phone_number', 'invalid_number'],
        ['country', 'invalid_country'],
        ['type', 'invalid_value'],
        ['region', 'too_big'],
        ['monthly_price_usd', 'invalid_value'],
      ],
    ],
  ])('reports every fault: %j', (cells, lookedUp, faults) => {
    const result = completeInventoryRow({ phone_number: '+14155550100', ...cells }, lookedUp);
    expect('faults' in result && result.faults.map(({ column, code }) => [column, code])).toEqual(faults);
  });

  it('accepts a premium-rate number if the row has a type', () => {
    expect(complete({ type: 'local' }, { ...known, type: 'PREMIUM_RATE' })).toHaveProperty('number');
  });

  it('requires a number', () => {
    expect(completeInventoryRow({}, undefined)).toEqual({
      faults: [
        {
          column: 'phone_number',
          code: 'required',
          message: 'The row has no number. Write one in phone_number.',
        },
      ],
    });
  });
});
