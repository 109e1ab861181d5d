import { describe, expect, it } from 'vitest';
import { e164Candidates, toDisplayNumber, trunksFor } from './number-routing.ts';
import type { TrunkSettings } from './trunk.ts';

const trunk = (name: string, more: Partial<TrunkSettings> = {}): TrunkSettings => ({
  name,
  host: 'trunk.example',
  transport: 'udp',
  ...more,
});
const real = { from: '+14155550100', to: '+14155552671' };
const names = (trunks: readonly TrunkSettings[]) => trunks.map(({ name }) => name);

describe('e164Candidates and toDisplayNumber', () => {
  it.each([
    ['+14155552671', undefined, '+14155552671'],
    ['14155552671', undefined, '+14155552671'],
    ['0014155552671', undefined, '+14155552671'],
    ['01114155552671', undefined, '+14155552671'],
    ['4155552671', 'US', '+14155552671'],
    ['+1 (415) 555-2671', undefined, '+14155552671'],
    ['anonymous', undefined, 'anonymous'],
    ['', undefined, ''],
  ])('convert %s to E.164 if possible', (text, country, shown) => {
    expect(toDisplayNumber(text, country)).toBe(shown);
  });

  it('return no invalid E.164 number', () => {
    for (const text of ['0', '+0123456789', '1'.repeat(40), 'parley', '12;ext=3', '%00'])
      expect(e164Candidates(text).every((number) => /^\+[1-9]\d{6,14}$/.test(number))).toBe(true);
  });
});

describe('trunksFor', () => {
  it('orders by priority, unhealthy trunks last', () => {
    const trunks = [trunk('b', { priority: 2 }), trunk('a', { priority: 1 }), trunk('unhealthy')];
    expect(names(trunksFor(trunks, real, ({ name }) => name !== 'unhealthy'))).toEqual([
      'a',
      'b',
      'unhealthy',
    ]);
  });

  it('returns only trunks that allow the caller ID', () => {
    const trunks = [
      trunk('other', { callerIds: ['+1'] }),
      trunk('ours', { callerIds: [real.from] }),
      trunk('any'),
    ];
    expect(names(trunksFor(trunks, real, () => true))).toEqual(['ours', 'any']);
  });

  it('returns only trunks for the kind of number, fictional or real', () => {
    const trunks = [trunk('real'), trunk('test', { carries: 'fictional' })];
    expect(names(trunksFor(trunks, real, () => true))).toEqual(['real']);
    expect(names(trunksFor(trunks, { ...real, to: '+12025550123' }, () => true))).toEqual(['test']);
  });
});
