import { describe, expect, it } from 'vitest';
import { isFictionalNumber, parsePhoneNumber } from '../../core/phone-numbers.ts';
import { numberTypeOf } from './number-type.ts';
import { northAmericanBlock, otherBlocks, testNumbers } from './test-numbers.ts';

describe('testNumbers', () => {
  it.each([...otherBlocks, northAmericanBlock('US', 'local', '202')])(
    'returns fictional numbers of the country and type of block $prefix',
    (block) => {
      const numbers = [...testNumbers([block], {})];
      expect(numbers).toHaveLength(10 ** block.freeDigits);
      for (const number of [numbers[0]!, numbers.at(-1)!]) {
        expect([number, isFictionalNumber(number)]).toEqual([number, true]);
        // libphonenumber has no country or type for some ranges, because they are not assigned.
        const { country = block.country, type } = parsePhoneNumber(number)!;
        expect([number, country, numberTypeOf(type) ?? block.type]).toEqual([
          number,
          block.country,
          block.type,
        ]);
      }
    },
  );

  it.each([
    [{ contains: '0177' }, ['+12025550177', '+14155550177']],
    [{ contains: '5*0177', areaCode: '415' }, ['+14155550177']],
    [{ contains: '1202*', areaCode: '415' }, []],
  ])('returns the numbers that match %j', (search, expected) => {
    const blocks = ['202', '415'].map((code) => northAmericanBlock('US', 'local', code));
    expect([...testNumbers(blocks, search)]).toEqual(expected);
  });
});
