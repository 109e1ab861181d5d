import type { LanguageModel, ModelUsage } from '../contracts/language-model.ts';
import type { CallCost } from '../domain/call.ts';
import type { PriceTable } from '../domain/costs/price-table.ts';
import { priceUsage } from '../domain/costs/price-usage.ts';
import { UsageTally, type UsageUnit } from '../domain/costs/usage.ts';

/** Collects what language models report as their usage. */
export class ModelUsageMeter {
  readonly #tally = new UsageTally();

  /** Returns the same language model, which reports its usage to this object. */
  measure(model: LanguageModel): LanguageModel {
    return measuredModel(model, (usage) => addModelUsage(this.#tally, usage));
  }

  /** Returns the costs of the usage so far. */
  costs(prices: PriceTable | undefined): CallCost[] {
    return priceUsage(this.#tally.sums, prices);
  }
}

/** Adds the tokens of one request. */
export function addModelUsage(tally: UsageTally, usage: ModelUsage): void {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens } = usage;
  const { audioInputTokens = 0, cachedAudioInputTokens = 0, audioOutputTokens = 0 } = usage;
  const add = (unit: UsageUnit, quantity: number, isEstimated: boolean) =>
    tally.add({
      kind: 'language-model',
      ...modelNames(usage.modelId),
      unit,
      quantity: Math.max(0, quantity),
      isEstimated,
    });
  const { isInputEstimated, isOutputEstimated } = usage;
  add(
    'input-tokens',
    inputTokens - cachedInputTokens - cacheWriteTokens - audioInputTokens,
    isInputEstimated,
  );
  add('cached-input-tokens', cachedInputTokens - cachedAudioInputTokens, isInputEstimated);
  add('cache-write-tokens', cacheWriteTokens, isInputEstimated);
  add('audio-input-tokens', audioInputTokens, isInputEstimated);
  add('cached-audio-input-tokens', cachedAudioInputTokens, isInputEstimated);
  add('output-tokens', outputTokens - audioOutputTokens, isOutputEstimated);
  add('audio-output-tokens', audioOutputTokens, isOutputEstimated);
}

/** Splits `provider/model`. */
export function modelNames(modelId: string): { provider: string; model: string } {
  const slash = modelId.indexOf('/');
  return { provider: modelId.slice(0, slash), model: modelId.slice(slash + 1) };
}

/** Returns the same language model, which reports its usage to `onUsage`. */
export const measuredModel = (model: LanguageModel, onUsage: (usage: ModelUsage) => void): LanguageModel => ({
  id: model.id,
  ...(model.choosesEdges !== undefined && { choosesEdges: model.choosesEdges }),
  warm: () => model.warm?.(),
  respond: (request) => model.respond({ ...request, onUsage }),
  checkHealth: () => model.checkHealth(),
});
