import { describe, expect, it } from 'vitest';
import { findPrices, PriceTable, priceTableFaults } from './price-table.ts';

function faultsOf(table: unknown): string[] {
  const result = PriceTable.safeParse(table);
  return result.success ? [] : priceTableFaults(result.error);
}

const usd = { currency: 'USD' };
const write = (subject: string) =>
  `write the price of ${subject} as a number such as 0.0043, from 0 to 1000000 and with at most 9 decimals`;

describe('PriceTable', () => {
  it('accepts prices as numbers and as text, without drift', () => {
    const table = PriceTable.parse({
      ...usd,
      speechToText: { 'deepgram/nova-3': { perMinute: 0.0077 }, 'deepgram/*': { perMinute: '0.01' } },
      languageModels: { 'openai/*': { perMillionInputTokens: 1e-7, perMillionOutputTokens: 0.3 } },
      telephony: { 'trunk.example.net/outbound': { perMinute: 0 } },
    });
    expect(table.speechToText['deepgram/nova-3']!.perMinute).toBe(7_700_000n);
    expect(table.speechToText['deepgram/*']!.perMinute).toBe(10_000_000n);
    expect(table.languageModels['openai/*']).toEqual({
      perMillionInputTokens: 100n,
      perMillionOutputTokens: 300_000_000n,
    });
    expect(table.telephony['trunk.example.net/outbound']!.billingIncrementSeconds).toBe(1);
    expect(table.textToSpeech).toEqual({});
  });

  it.each([
    [undefined, ['/ is not an object with prices']],
    [[], ['/ is not an object with prices']],
    [{}, ['/currency is missing: write a currency code of ISO 4217 such as USD']],
    [{ currency: 'Dollar' }, ['/currency is not a currency code of ISO 4217 such as USD']],
    [{ ...usd, currencies: 1 }, ['/currencies is not a field of the price table: remove it']],
    [{ ...usd, telephony: 5 }, ['/telephony is not an object with names as keys']],
    [{ ...usd, telephony: { 'a/outbound': 5 } }, ['/telephony/a~1outbound is not an object with prices']],
    [
      { ...usd, speechToText: { 'deepgram/nova-3': {} } },
      [`/speechToText/deepgram~1nova-3/perMinute is missing: ${write('one minute of audio')}`],
    ],
    [
      { ...usd, languageModels: { 'a/b': { perMillionAudioInputTokens: 1, perMillionOutputTokens: 1 } } },
      [`/languageModels/a~1b/perMillionInputTokens is missing: ${write('1,000,000 input tokens')}`],
    ],
    [{ ...usd, languageModels: { 'a/b': { perMinute: 1 } } }, []],
    [
      { ...usd, textToSpeech: { 'a/b~c': { perMillionCharacters: -1 } } },
      [`/textToSpeech/a~1b~0c/perMillionCharacters is not a price: ${write('1,000,000 characters')}`],
    ],
    [
      { ...usd, speechToText: { deepgram: { perMinute: 1 } } },
      [
        '/speechToText/deepgram is not a name: write a name such as deepgram/nova-3, or deepgram/* for all others',
      ],
    ],
    [
      { ...usd, telephony: { 'a/*': { perMinute: 1, billingIncrementSeconds: 90 } } },
      ['/telephony/a~1*/billingIncrementSeconds is above 60'],
    ],
  ])('reports the faults of %j', (table, faults) => expect(faultsOf(table)).toEqual(faults));

  it.each([-0.1, Infinity, NaN, '1e3', '', null, true, 0.1234567891, 1_000_001, '1000000.1', '９'])(
    'rejects the price %j',
    (perMinute) => {
      expect(faultsOf({ ...usd, speechToText: { 'a/b': { perMinute } } })).toEqual([
        `/speechToText/a~1b/perMinute is not a price: ${write('one minute of audio')}`,
      ]);
    },
  );
});

describe('findPrices', () => {
  it('prefers the model to the other models of a provider', () => {
    const table = { 'a/*': 1, 'a/b': 2, 'groq/meta/llama': 3 };
    const find = (provider: string, model: string) => findPrices(table, provider, model);
    expect([find('a', 'b'), find('a', 'c'), find('groq', 'meta/llama'), find('b', 'b')]).toEqual([
      2,
      1,
      3,
      undefined,
    ]);
  });
});
