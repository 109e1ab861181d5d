import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  property,
  record,
  shuffledSubarray,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallCost } from '../call.ts';
import { formatNanos, parseNanos } from './money.ts';
import { PriceTable } from './price-table.ts';
import { priceUsage, totalCost } from './price-usage.ts';
import { UsageTally, usageKinds, usageUnits, type Usage } from './usage.ts';

const table = PriceTable.parse({
  currency: 'EUR',
  speechToText: { 'deepgram/nova-3': { perMinute: 0.0077 } },
  languageModels: {
    'openai/small': {
      perMillionInputTokens: 0.4,
      perMillionCachedInputTokens: 0.1,
      perMillionCacheWriteTokens: 0.5,
      perMillionOutputTokens: 1.6,
    },
    'openai/*': { perMillionInputTokens: 2, perMillionOutputTokens: 8 },
    'openai-realtime/*': {
      perMillionInputTokens: 4,
      perMillionOutputTokens: 16,
      perMillionAudioInputTokens: 32,
      perMillionCachedAudioInputTokens: 0.4,
      perMillionAudioOutputTokens: 64,
    },
    'xai/*': { perMinute: 0.05 },
  },
  textToSpeech: { 'cartesia/*': { perMillionCharacters: 38 } },
  telephony: {
    'trunk/outbound': { perMinute: 0.013, billingIncrementSeconds: 60 },
    'trunk/*': { perMinute: 0.006 },
  },
});

const usage = (fields: Partial<Usage>): Usage => ({
  kind: 'language-model',
  provider: 'openai',
  model: 'small',
  unit: 'input-tokens',
  quantity: 1000,
  isEstimated: false,
  ...fields,
});

const costOfOne = (fields: Partial<Usage>) => priceUsage([usage(fields)], table)[0]!.cost;

describe('priceUsage', () => {
  it.each([
    [{}, '0.0004'],
    [{ unit: 'cached-input-tokens' }, '0.0001'],
    [{ unit: 'cache-write-tokens' }, '0.0005'],
    [{ unit: 'output-tokens' }, '0.0016'],
    [{ model: 'large', unit: 'cached-input-tokens' }, '0.002'],
    [{ model: 'large', unit: 'cache-write-tokens' }, '0.002'],
    [{ unit: 'audio-output-tokens' }, null],
    [{ provider: 'openai-realtime', unit: 'audio-input-tokens' }, '0.032'],
    [{ provider: 'openai-realtime', unit: 'cached-audio-input-tokens' }, '0.0004'],
    [{ provider: 'openai-realtime', unit: 'audio-output-tokens' }, '0.064'],
    [{ provider: 'openai-realtime', unit: 'seconds' }, null],
    [{ provider: 'xai', unit: 'seconds', quantity: 90_000 }, '0.075'],
    [{ provider: 'xai' }, null],
    [{ quantity: 1 }, '0.0000004'],
    [{ provider: 'mistral' }, null],
    [
      { kind: 'speech-to-text', provider: 'deepgram', model: 'nova-3', unit: 'seconds', quantity: 90_000 },
      '0.01155',
    ],
    [{ kind: 'speech-to-text', provider: 'deepgram', model: 'flux', unit: 'seconds' }, null],
    [{ kind: 'speech-to-text', provider: 'builtin', unit: 'seconds' }, '0'],
    [{ kind: 'text-to-speech', provider: 'cartesia', unit: 'characters', quantity: 123 }, '0.004674'],
    [{ kind: 'carrier', provider: 'trunk', model: 'outbound', unit: 'seconds', quantity: 60_001 }, '0.026'],
    [{ kind: 'carrier', provider: 'trunk', model: 'inbound', unit: 'seconds', quantity: 60_001 }, '0.0061'],
    [{ kind: 'text-to-speech', provider: 'sherpa', unit: 'characters' }, '0'],
    [{ kind: 'carrier', provider: 'test-network', model: 'outbound', unit: 'seconds' }, '0'],
  ] as const)('prices %j at %s', (fields, cost) => expect(costOfOne(fields)).toBe(cost));

  it('returns usage without costs if there is no table', () => {
    const seconds = usage({
      kind: 'carrier',
      provider: 'trunk',
      model: 'outbound',
      unit: 'seconds',
      quantity: 1234,
    });
    expect(priceUsage([seconds], undefined)).toEqual([
      {
        kind: 'carrier',
        provider: 'trunk',
        model: null,
        quantity: 1.234,
        unit: 'seconds',
        estimated: false,
        cost: null,
        currency: null,
      },
    ]);
  });
});

describe('totalCost', () => {
  it('is null if no usage has a price, and incomplete if some has none', () => {
    expect(totalCost([])).toBeNull();
    expect(totalCost(priceUsage([usage({})], undefined))).toBeNull();
    const costs = priceUsage([usage({}), usage({ provider: 'mistral' })], table);
    expect(totalCost(costs)).toEqual({ amount: '0.0004', currency: 'EUR', complete: false });
    expect(totalCost(costs.slice(0, 1))).toEqual({ amount: '0.0004', currency: 'EUR', complete: true });
  });
});

const anyUsage = record({
  kind: constantFrom(...usageKinds),
  provider: constantFrom(
    'openai',
    'openai-realtime',
    'xai',
    'deepgram',
    'cartesia',
    'trunk',
    'builtin',
    'other',
  ),
  model: constantFrom('small', 'nova-3', 'outbound', 'inbound', 'x'),
  unit: constantFrom(...usageUnits),
  quantity: integer({ min: 0, max: 100_000_000 }),
  isEstimated: boolean(),
});

const tallied = (list: readonly Usage[]): readonly Usage[] => {
  const tally = new UsageTally();
  for (const entry of list) tally.add(entry);
  return tally.sums;
};

describe('the costs of any usage', () => {
  it('are not negative, match the schema, and add up to the total', () => {
    assert(
      property(array(anyUsage, { maxLength: 20 }), (list) => {
        const costs = priceUsage(tallied(list), table);
        for (const cost of costs) expect(CallCost.parse(cost)).toEqual(cost);
        const parts = costs.flatMap(({ cost }) => (cost === null ? [] : [parseNanos(cost)!]));
        const sum = parts.reduce((total, part) => total + part, 0n);
        expect(parts.every((part) => part >= 0n)).toBe(true);
        expect(totalCost(costs)?.amount ?? '0').toBe(formatNanos(sum));
        expect(totalCost(costs)?.complete ?? true).toBe(parts.length === 0 || parts.length === costs.length);
      }),
    );
  });

  it('do not depend on the order of the usage, and keep its quantities', () => {
    const orders = array(anyUsage, { maxLength: 20 }).chain((list) =>
      shuffledSubarray(list, { minLength: list.length }).map((shuffled) => [list, shuffled] as const),
    );
    assert(
      property(orders, ([list, shuffled]) => {
        expect(priceUsage(tallied(shuffled), table)).toEqual(priceUsage(tallied(list), table));
        const quantityOf = (entries: readonly Usage[]) =>
          entries.reduce((sum, { quantity }) => sum + quantity, 0);
        expect(quantityOf(tallied(list))).toBe(quantityOf(list));
      }),
    );
  });
});
