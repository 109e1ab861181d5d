/** The kinds of providers that a call uses, in the order in which costs are listed. */
export const usageKinds = ['carrier', 'speech-to-text', 'language-model', 'text-to-speech'] as const;

export type UsageKind = (typeof usageKinds)[number];

/**
 * Units of usage. `input-tokens` are text that was neither read from nor written to the cache of the vendor. Tokens of audio are counted separately,
 * since they have other prices. Models that charge for the time of a connection have the unit `seconds`, whose quantity is in milliseconds.
 */
export const usageUnits = [
  'seconds',
  'characters',
  'input-tokens',
  'cached-input-tokens',
  'cache-write-tokens',
  'audio-input-tokens',
  'cached-audio-input-tokens',
  'output-tokens',
  'audio-output-tokens',
] as const;

export type UsageUnit = (typeof usageUnits)[number];

/** The use of one provider in a call, as far as its vendor charges for it. */
export interface Usage {
  readonly kind: UsageKind;
  /** For carriers, the name of the trunk. */
  readonly provider: string;
  /** For carriers, the direction of the call. */
  readonly model: string;
  readonly unit: UsageUnit;
  /** An integer that is not negative: milliseconds if the unit is `seconds`, else characters or tokens. */
  readonly quantity: number;
  /** Whether the quantity is estimated, because the vendor reported none. */
  readonly isEstimated: boolean;
}

/** Sums of usage. Their order does not depend on the order in which usage was added. */
export class UsageTally {
  readonly #sums = new Map<string, Usage>();

  add(usage: Usage): void {
    if (usage.quantity === 0) return;
    const { kind, provider, model, unit, isEstimated } = usage;
    const key = JSON.stringify([kind, provider, model, unit, isEstimated]);
    const quantity = (this.#sums.get(key)?.quantity ?? 0) + usage.quantity;
    this.#sums.set(key, { ...usage, quantity });
  }

  get sums(): readonly Usage[] {
    return [...this.#sums.values()].toSorted(compareUsage);
  }
}

function compareUsage(a: Usage, b: Usage): number {
  return (
    usageKinds.indexOf(a.kind) - usageKinds.indexOf(b.kind) ||
    compareText(a.provider, b.provider) ||
    compareText(a.model, b.model) ||
    usageUnits.indexOf(a.unit) - usageUnits.indexOf(b.unit) ||
    Number(a.isEstimated) - Number(b.isEstimated)
  );
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
