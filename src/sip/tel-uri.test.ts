import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstNumberCandidate, numberCandidates } from './tel-uri.ts';
import { escapeUser, parseUri } from './uri.ts';

describe('numberCandidates', () => {
  it.each([
    ['sip:+14155552671@host;user=phone', '+14155552671'],
    ['sip:%2B14155552671@host', '+14155552671'],
    ['sip:+14155552671;npdi@host', '+14155552671'],
    ['sip:+1-415-555-2671@host;user=phone', '+14155552671'],
    ['sip:4155552671;phone-context=+1@host;user=phone', '+14155552671'],
    ['sip:alice@host', 'alice'],
    ['sip:host', undefined],
    ['tel:+14155552671;ext=2', '+14155552671'],
    ['TEL:+1-(415)-555.2671', '+14155552671'],
    ['tel:+14155552671;isub=1411;unknown', '+14155552671'],
    ['tel:5552671;phone-context=+1-415', '+14155552671'],
    ['tel:14155552671;phone-context=+1', '+14155552671'],
    ['tel:0100;phone-context=example.com', '0100'],
    ['tel:4155552671;PHONE-CONTEXT=%2B1', '+14155552671'],
    ['tel:;phone-context=+1', undefined],
    ['mailto:a@b', undefined],
  ])('parses %s as %s', (uri, text) => {
    expect(firstNumberCandidate(parseUri(uri))).toBe(text);
  });

  it('also returns the number without a trunk prefix', () => {
    expect(numberCandidates(parseUri('tel:02079460000;phone-context=+44'))).toContain('+442079460000');
  });

  const digits = (min: number, max: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
  const separators = fc.constantFrom('', '-', '.', '(', ')', '--');

  it('ignores visual separators and parameters, in tel: and in a SIP user part (property)', () => {
    fc.assert(
      fc.property(digits(7, 15), fc.array(separators, { minLength: 15, maxLength: 15 }), (number, marks) => {
        const written = `+${[...number].map((digit, index) => digit + marks[index]).join('')}`;
        for (const uri of [`tel:${written};ext=3`, `sip:${escapeUser(`${written};ext=3`)}@host;user=phone`])
          expect(numberCandidates(parseUri(uri))).toEqual([`+${number}`]);
      }),
    );
  });

  it('joins context and local number split at any place (property)', () => {
    fc.assert(
      fc.property(digits(8, 15), fc.integer({ min: 1, max: 7 }), (number, at) => {
        const uri = `tel:${number.slice(at)};phone-context=+${number.slice(0, at)}`;
        expect(numberCandidates(parseUri(uri))).toContain(`+${number}`);
      }),
    );
  });

  it('never throws for any text (property)', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (opaque) => {
        expect(numberCandidates({ scheme: 'tel', opaque }).length).toBeLessThanOrEqual(4);
      }),
    );
  });
});
