import { describe, expect, it } from 'vitest';
import { parsePhoneNumber } from '../../core/phone-numbers.ts';
import { NumberLocations } from '../../core/number-locations.ts';
import { regionOf } from './area-codes.ts';

describe('regionOf', () => {
  it.each([
    ['+13055550100', 'FL'],
    ['+12025550100', 'DC'],
    ['+16045550100', 'BC'],
    ['+16215556234', 'TX'],
    ['+16795556234', 'MI'],
    ['+5521987654321', 'RJ'],
    ['+552733334444', 'ES'],
    ['+5511987654321', undefined],
    ['+18005550100', undefined],
    ['+442079460018', undefined],
  ])('returns for %s: %s', (number, region) => {
    expect(regionOf(number)).toBe(region);
  });

  it('returns a state for every area code of the United States', () => {
    const unknown = Array.from({ length: 800 }, (_none, index) => `+1${index + 200}2345678`).filter(
      (number) => {
        const { country, type } = parsePhoneNumber(number) ?? {};
        return country === 'US' && type === 'FIXED_LINE_OR_MOBILE' && regionOf(number) === undefined;
      },
    );
    expect(unknown).toEqual([]);
  });

  it('agrees with the geocoding tables of libphonenumber', async () => {
    const places = new NumberLocations();
    const differences = [];
    for (let code = 201; code < 990; code++)
      for (const exchange of ['222', '345', '456', '589', '723', '864']) {
        const { region } = await places.find('1', `${code}${exchange}5678`);
        const result = regionOf(`+1${code}${exchange}5678`);
        if (/^[A-Z]{2}$/.test(region) && result !== undefined && result !== region)
          differences.push(`${code}: ${result}, not ${region}`);
      }
    // Prince Edward Island and the territories share an area code.
    expect(differences.filter((difference) => !/^(902|782|867)/.test(difference))).toEqual([]);
  });
});
