import { describe, expect, it } from 'vitest';
import { isE164, isFictionalNumber, parsePhoneNumber } from './phone-numbers.ts';

describe('phone numbers', () => {
  it('are parsed in E.164 and in national format', () => {
    expect(parsePhoneNumber('+14155552671')).toMatchObject({ e164: '+14155552671', country: 'US' });
    expect(parsePhoneNumber('(415) 555-2671', 'US')?.e164).toBe('+14155552671');
    expect(parsePhoneNumber('030 901820', 'DE')).toMatchObject({ e164: '+4930901820', type: 'FIXED_LINE' });
  });

  it.each(['', '+', '12', '+1415555', 'hello', '+999123456789', '4155552671'])(
    'that cannot exist are rejected: %j',
    (text) => {
      expect(parsePhoneNumber(text)).toBeUndefined();
    },
  );

  it.each([
    '+12025550100',
    '+15555550199',
    '+447700900123',
    '+442079460999',
    '+61491570156',
    '+61255501234',
    '+493023125000',
    '+492214710999',
    '+491713920099',
    '+4917604069000',
  ])('of fictional ranges are valid: %s', (e164) => {
    expect(isFictionalNumber(e164)).toBe(true);
    expect(parsePhoneNumber(e164)?.e164).toBe(e164);
  });

  it.each([
    '+12025550200',
    '+12025551000',
    '+447700910000',
    '+14155552671',
    '+61491571156',
    '+491713920100',
    '+493023126000',
  ])('outside the ranges are not fictional: %s', (e164) => {
    expect(isFictionalNumber(e164)).toBe(false);
  });

  it('have at most 15 digits and no leading zero', () => {
    expect(isE164('+123456789012345')).toBe(true);
    for (const text of ['+1234567890123456', '+0123456789', '123456789', '+1 234567890'])
      expect(isE164(text)).toBe(false);
  });
});
