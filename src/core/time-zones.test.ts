import { describe, expect, it } from 'vitest';
import {
  isTimeZone,
  isTimeZoneOrUtc,
  isZoneOfCountry,
  timeZoneAdvice,
  zonesOfCountry,
} from './time-zones.ts';

describe('a time zone', () => {
  it.each([
    'America/New_York',
    'America/Argentina/Buenos_Aires',
    'America/Port-au-Prince',
    'America/North_Dakota/New_Salem',
    'Europe/Kyiv',
    'US/Eastern',
    'Asia/Calcutta',
  ])('is accepted with area and location: %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each([
    ['EST', 'America/New_York'],
    ['EST5EDT', 'America/New_York'],
    ['MST', 'America/Denver'],
    ['MST7MDT', 'America/Denver'],
    ['hst', 'Pacific/Honolulu'],
    ['PST8PDT', 'America/Los_Angeles'],
    ['CET', 'Europe/Paris'],
    ['GB', 'Europe/London'],
    ['UTC', 'America/New_York'],
    ['GMT', 'America/New_York'],
    ['Etc/GMT+5', 'America/New_York'],
    ['etc/utc', 'America/New_York'],
    ['Etc/UTC', 'America/New_York'],
    ['+02:00', 'America/New_York'],
    ['UTC+2', 'America/New_York'],
    ['Mars/Base', 'America/New_York'],
    ['', 'America/New_York'],
  ])('is rejected without a location: %s; suggests %s', (name, suggested) => {
    expect(isTimeZone(name)).toBe(false);
    expect(timeZoneAdvice(name)).toBe(`Use an IANA time zone such as ${suggested}.`);
  });

  it('may be UTC if times are only displayed', () => {
    expect(['UTC', 'Europe/Rome', 'EST', 'Etc/GMT+5', 'GMT'].map(isTimeZoneOrUtc)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('is suggested only if it is accepted', () => {
    const suggested = ['ET', 'CT', 'MT', 'PT', 'AKST', 'HST', 'AST', 'BST', 'EIRE', 'WET', 'CET', 'EET']
      .concat('MSK', 'IST', 'JST', 'AEST')
      .map((name) => /as (\S+)\.$/.exec(timeZoneAdvice(name))![1]!);
    expect(suggested.filter((zone) => !isTimeZone(zone))).toEqual([]);
  });
});

describe('the zones of a country', () => {
  it('match by all their names', () => {
    expect(isZoneOfCountry('US/Eastern', 'US')).toBe(true);
    expect(isZoneOfCountry('Asia/Kolkata', 'IN')).toBe(true);
    expect(isZoneOfCountry('Europe/Kyiv', 'UA')).toBe(true);
    expect(isZoneOfCountry('America/Thunder_Bay', 'CA')).toBe(true);
    expect(isZoneOfCountry('Asia/Tokyo', 'US')).toBe(false);
    expect(isZoneOfCountry('EST', 'US')).toBe(false);
    expect(isZoneOfCountry('Mars/Base', 'US')).toBe(false);
  });

  it('are empty for an unknown country', () => {
    expect([...zonesOfCountry('XK')]).toEqual([]);
  });
});
