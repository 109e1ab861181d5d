import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { beforeAll, describe, expect, it } from 'vitest';
import { NumberZones } from './number-zones.ts';
import { parsePhoneNumber } from './phone-numbers.ts';

let zones: NumberZones;
beforeAll(async () => {
  zones = await NumberZones.load();
});

const zonesOf = (e164: string): readonly string[] => zones.find(parsePhoneNumber(e164)!).toSorted();

describe('the zones of a number', () => {
  it.each([
    ['+12125550100', 'America/New_York'],
    ['+14155550100', 'America/Los_Angeles'],
    ['+18085550100', 'Pacific/Honolulu'],
    ['+16025550100', 'America/Phoenix'],
    ['+442079460018', 'Europe/London'],
    ['+33142685300', 'Europe/Paris'],
    ['+498912345678', 'Europe/Berlin'],
    ['+17872345678', 'America/Puerto_Rico'],
    ['+16215556234', 'America/Chicago'],
    ['+16795556234', 'America/New_York'],
  ])('%s: %s', (e164, zone) => {
    expect(zonesOf(e164)).toEqual([zone]);
  });

  it('are all zones of the area code, regardless of the exchange', () => {
    expect(zonesOf('+18505550100')).toEqual(['America/Chicago', 'America/New_York']);
    expect(zonesOf('+18502222222')).toEqual(['America/Chicago', 'America/New_York']);
    expect(zonesOf('+19285550100')).toEqual(['America/Denver', 'America/Phoenix']);
  });

  it('are all zones of the country for a mobile number', () => {
    expect(zonesOf('+61491570006')).toHaveLength(8);
    expect(zonesOf('+61491570006')).toEqual(expect.arrayContaining(['Australia/Perth', 'Australia/Sydney']));
    expect(zonesOf('+447700900012')).toContain('Europe/London');
    expect(zonesOf('+34612345678')).toEqual(expect.arrayContaining(['Atlantic/Canary', 'Europe/Madrid']));
  });

  it.each(['+18005550199', '+18882345678', '+15002345678', '+79123456789', '+80012345678', '+448001111111'])(
    'of %s are unknown',
    (e164) => {
      expect(zonesOf(e164)).toEqual([]);
    },
  );

  it.each([
    ['+12125550100', true],
    ['+18505550100', true],
    ['+17872345678', true],
    ['+442079460018', true],
    ['+61892345678', true],
    ['+61491570006', false],
    ['+34612345678', false],
    ['+18005550199', false],
    ['+79123456789', false],
    ['+80012345678', false],
    // The table has Europe/Paris for Algeria.
    ['+21321123456', false],
  ])('are those of the location of %s: %s', (e164, isLocationKnown) => {
    expect(zones.hasKnownLocation(parsePhoneNumber(e164)!)).toBe(isLocationKnown);
  });

  it('are supported by Intl for every country', () => {
    const unknown = new Set<string>();
    for (const country of getCountries()) {
      const number = getExampleNumber(country, examples)?.number;
      for (const zone of number === undefined ? [] : zonesOf(number)) {
        try {
          Intl.DateTimeFormat('en-US', { timeZone: zone });
        } catch {
          unknown.add(zone);
        }
      }
    }
    expect([...unknown]).toEqual([]);
  });
});
