import { describe, expect, it } from 'vitest';
import { ReceiptIds } from './receipt-ids.ts';

const ada = '+12025550123';
const bob = '+12025550124';
const digits = (number: string): string[] => [number.slice(1), '72975'];

describe('ReceiptIds', () => {
  it.each([
    ['the same', 'a-17', 'a-17'],
    ['leading zeros', '17', '0000000017'],
    ['capital letters', '1a2b', '1A2B'],
    ['decimal digits for hexadecimal ones', '1A2B', '6699'],
    ['hexadecimal digits for decimal ones', '6699', '1a2b'],
    ['hexadecimal digits with zeros', '6699', '00001A2B'],
  ])('finds an id when the receipt has %s', (_, sent, received) => {
    const ids = new ReceiptIds();
    ids.add(sent, ada);
    expect(ids.find(received, digits(ada))).toBe(sent);
  });

  it('returns an unknown id as received', () => {
    expect(new ReceiptIds().find('00AB', digits(ada))).toBe('00AB');
  });

  it('does not take the id of another recipient', () => {
    const ids = new ReceiptIds();
    // Hexadecimal ids: 4d2 is 1234, and 1234 is another message.
    ids.add('4d2', ada);
    ids.add('1234', bob);
    expect(ids.find('1234', digits(ada))).toBe('4d2');
  });

  it('learns the form of the ids', () => {
    const ids = new ReceiptIds();
    ids.add('4d2', ada);
    ids.find('1234', digits(ada));
    // This message is not remembered, for example because another process sent it.
    expect(ids.find('255', digits(bob))).toBe('ff');
    ids.add('1234', bob);
    ids.add('4660', bob);
    expect(ids.find('4660', digits(bob))).toBe('1234');
  });

  it('remembers a limited number of ids', () => {
    const ids = new ReceiptIds();
    for (let id = 0; id < 20_001; id += 1) ids.add(id.toString(16), ada);
    expect(ids.find('20000', digits(ada))).toBe('4e20');
    expect(ids.find('0', digits(ada))).toBe('0');
  });
});
