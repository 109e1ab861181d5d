import type { Endpoint } from './endpoint.ts';

/** How large the JSON body of an operation may be. */
export interface BodyLimits {
  readonly bytesMax: number;
  /** Objects and lists, and their members. */
  readonly valuesMax: number;
}

const kibibyte = 1024;

/** Where no caller is identified, and where no field is described. */
const small: BodyLimits = { bytesMax: 4 * kibibyte, valuesMax: 100 };

const standard: BodyLimits = { bytesMax: 1024 * kibibyte, valuesMax: 20_000 };

/** Limits for the rows of a file and the graph of a flow, which reach 1 MiB with many small values. */
export const manyValues: BodyLimits = { bytesMax: 1024 * kibibyte, valuesMax: 100_000 };

/** The limits that the definition names, else those that fit it. */
export function bodyLimitsOf({
  scope,
  body,
  bodyLimits,
}: Pick<Endpoint, 'scope' | 'body' | 'bodyLimits'>): BodyLimits {
  if (bodyLimits !== undefined) return bodyLimits;
  return scope === 'everybody' || body === undefined ? small : standard;
}

/** Of paths that are no operation. */
export const bytesMaxElsewhere = small.bytesMax;

/** Such as "4 KiB" or "1 MiB". */
export const bytesInWords = (bytes: number): string =>
  bytes < kibibyte * kibibyte ? `${bytes / kibibyte} KiB` : `${bytes / (kibibyte * kibibyte)} MiB`;
