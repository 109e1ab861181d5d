import { describe, expect, it } from 'vitest';
import { createRequest, type HeaderEntry } from '../sip/message.ts';
import { callerOf } from './caller-identity.ts';

const caller = (from: string, ...asserted: string[]) =>
  callerOf(
    createRequest('INVITE', 'sip:a@b', [
      ['From', `${from};tag=1`],
      ...asserted.map((value): HeaderEntry => ['P-Asserted-Identity', value]),
    ]),
    'US',
  );

describe('callerOf', () => {
  it.each([
    ['From', '+12025550100', []],
    ['the asserted identity', '+12025550111', ['<sip:+12025550111@trunk>']],
    ['the tel: URI before the SIP URI', '+12025550111', ['"Alice" <sip:alice@trunk>, <tel:+1-202-555-0111>']],
    [
      'the tel: URI before another number',
      '+12025550111',
      ['<sip:+12025550122@trunk>', '<tel:+12025550111>'],
    ],
    ['the SIP number before a name', '+12025550122', ['<sip:alice@trunk>', '<sip:2025550122@trunk>']],
    [
      'a local tel: URI with the prefix in its phone-context',
      '+12025550111',
      ['<tel:5550111;phone-context=+1202>'],
    ],
    ['the asserted name if there is no asserted number', 'alice', ['<sip:alice@trunk>']],
    ['From if the field is malformed', '+12025550100', ['"unbalanced <sip:+12025550111@trunk>']],
  ])('returns %s', (_, number, asserted) => {
    expect(caller('<sip:+12025550100@trunk>', ...asserted)).toBe(number);
  });
});
