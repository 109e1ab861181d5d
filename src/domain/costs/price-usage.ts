import type { CallCost, CallTotalCost } from '../call.ts';
import { costOf, formatNanos, parseNanos, type Nanos } from './money.ts';
import { findPrices, type PriceTable } from './price-table.ts';
import type { Usage, UsageUnit } from './usage.ts';

/** Providers without a vendor: they run in this process. They cost nothing unless the operator sets a price. */
const ownProviders: ReadonlySet<string> = new Set(['builtin', 'sherpa', 'test-network']);

const msPerMinute = 60_000;
const priceTokens = 1_000_000;

/** Returns the costs of a call in the order of its usage. Usage without a price has the cost null, as has all usage without a table. */
export function priceUsage(usage: readonly Usage[], table: PriceTable | undefined): CallCost[] {
  return usage.map((entry) => {
    const { kind, provider, model, unit, quantity, isEstimated } = entry;
    const cost = table && priceOf(entry, table);
    return {
      provider,
      model: kind === 'carrier' ? null : model,
      kind,
      quantity: unit === 'seconds' ? quantity / 1000 : quantity,
      unit,
      estimated: isEstimated,
      cost: cost === undefined ? null : formatNanos(cost),
      currency: table === undefined || cost === undefined ? null : table.currency,
    };
  });
}

function priceOf(usage: Usage, table: PriceTable): Nanos | undefined {
  return listedPrice(usage, table) ?? (ownProviders.has(usage.provider) ? 0n : undefined);
}

function listedPrice(usage: Usage, table: PriceTable): Nanos | undefined {
  const { kind, provider, model, quantity } = usage;
  switch (kind) {
    case 'carrier': {
      const prices = findPrices(table.telephony, provider, model);
      if (prices === undefined) return undefined;
      const incrementMs = prices.billingIncrementSeconds * 1000;
      return costOf(Math.ceil(quantity / incrementMs) * incrementMs, prices.perMinute, msPerMinute);
    }
    case 'speech-to-text': {
      const prices = findPrices(table.speechToText, provider, model);
      return prices && costOf(quantity, prices.perMinute, msPerMinute);
    }
    case 'text-to-speech': {
      const prices = findPrices(table.textToSpeech, provider, model);
      return prices && costOf(quantity, prices.perMillionCharacters, priceTokens);
    }
    case 'language-model': {
      const prices = findPrices(table.languageModels, provider, model);
      return prices && modelCost(usage, prices);
    }
  }
}

type ModelPrices = PriceTable['languageModels'][string];

function modelCost({ unit, quantity }: Usage, prices: ModelPrices): Nanos | undefined {
  const price = modelPrices(prices)[unit];
  return price === undefined
    ? undefined
    : costOf(quantity, price, unit === 'seconds' ? msPerMinute : priceTokens);
}

/** Returns the prices of one million tokens, and of one minute, by unit. */
function modelPrices(prices: ModelPrices): Partial<Record<UsageUnit, Nanos | undefined>> {
  const { perMillionInputTokens: input, perMillionAudioInputTokens: audioInput } = prices;
  return {
    seconds: prices.perMinute,
    'input-tokens': input,
    'cached-input-tokens': prices.perMillionCachedInputTokens ?? input,
    'cache-write-tokens': prices.perMillionCacheWriteTokens ?? input,
    'output-tokens': prices.perMillionOutputTokens,
    'audio-input-tokens': audioInput,
    'cached-audio-input-tokens': prices.perMillionCachedAudioInputTokens ?? audioInput,
    'audio-output-tokens': prices.perMillionAudioOutputTokens,
  };
}

/** Returns the costs with later costs of the same call. Usage of the same provider, model and unit is added up. */
export function addCosts(costs: readonly CallCost[], later: readonly CallCost[]): CallCost[] {
  const sums = [...costs];
  for (const cost of later) {
    const index = sums.findIndex((sum) => isSameUsage(sum, cost));
    if (index < 0) sums.push(cost);
    else sums[index] = addCost(sums[index]!, cost);
  }
  return sums;
}

const isSameUsage = (a: CallCost, b: CallCost): boolean =>
  a.kind === b.kind &&
  a.provider === b.provider &&
  a.model === b.model &&
  a.unit === b.unit &&
  a.estimated === b.estimated &&
  a.currency === b.currency;

/** Both costs have a price, or neither has, because their currency is the same. */
function addCost(sum: CallCost, { quantity, cost }: CallCost): CallCost {
  const total = cost === null || sum.cost === null ? null : parseNanos(sum.cost)! + parseNanos(cost)!;
  return {
    ...sum,
    quantity: sum.quantity + quantity,
    cost: total === null ? null : formatNanos(total),
  };
}

/** Returns the sum of the costs that have a price; null if none has. */
export function totalCost(costs: readonly CallCost[]): CallTotalCost | null {
  const priced = costs.filter(({ cost }) => cost !== null);
  const currency = priced[0]?.currency;
  if (currency === undefined || currency === null) return null;
  const sum = priced.reduce((total, { cost }) => total + parseNanos(cost!)!, 0n);
  return { amount: formatNanos(sum), currency, complete: priced.length === costs.length };
}
