/** How large the JSON body of an operation may be. */
export interface BodyLimits {
  readonly bytesMax: number;
  /** Objects and lists, and their members. */
  readonly valuesMax: number;
  /** Entries of one list. */
  readonly entriesMax: number;
}

const kibibyte = 1024;

/** Where no caller is identified, and where no field is described. */
const small: BodyLimits = { bytesMax: 4 * kibibyte, valuesMax: 100, entriesMax: 100 };

const standard: BodyLimits = { bytesMax: 1024 * kibibyte, valuesMax: 20_000, entriesMax: 2000 };

/** Limits for the graph of a flow, which reaches 1 MiB with many small values. A flow has at most 2,000 edges. */
export const graphLimits: BodyLimits = { bytesMax: 1024 * kibibyte, valuesMax: 100_000, entriesMax: 4000 };

/** Limits for the rows of a file. Their list is read in pieces: see `listInPieces` of an endpoint. */
export const rowLimits: BodyLimits = { bytesMax: 1024 * kibibyte, valuesMax: 100_000, entriesMax: 100_000 };

/** The fields of an endpoint's definition that decide its body limits. */
interface BodyDefinition {
  /** `everybody`: no caller is identified. */
  readonly scope: string;
  /** The schema of the body; undefined if the endpoint describes none. */
  readonly body?: object | undefined;
  readonly bodyLimits?: BodyLimits | undefined;
}

/** Returns the limits that the definition names; without them, defaults by scope and body. */
export function bodyLimitsOf({ scope, body, bodyLimits }: BodyDefinition): BodyLimits {
  if (bodyLimits !== undefined) return bodyLimits;
  return scope === 'public' || body === undefined ? small : standard;
}

/** Of paths that are no operation. */
export const defaultBytesMax = small.bytesMax;

/** Such as "4 KiB" or "1 MiB". */
export const formatBytes = (bytes: number): string =>
  bytes < kibibyte * kibibyte ? `${bytes / kibibyte} KiB` : `${bytes / (kibibyte * kibibyte)} MiB`;
