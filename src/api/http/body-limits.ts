/** Size limits of the JSON body of an operation. */
export interface BodyLimits {
  readonly maxBytes: number;
  /** Maximum number of objects, lists and their members. */
  readonly maxValues: number;
  /** Maximum entries of one list. */
  readonly maxEntries: number;
}

const kibibyte = 1024;

/** Limits of public endpoints and of endpoints without a body schema. */
const smallLimits: BodyLimits = { maxBytes: 4 * kibibyte, maxValues: 100, maxEntries: 100 };

const standardLimits: BodyLimits = { maxBytes: 1024 * kibibyte, maxValues: 20_000, maxEntries: 2000 };

/** Limits for the graph of a flow, which reaches 1 MiB with many small values. A flow has at most 2,000 edges. */
export const graphLimits: BodyLimits = { maxBytes: 1024 * kibibyte, maxValues: 100_000, maxEntries: 4000 };

/** Limits for the rows of a file. The list of rows is validated in chunks: see `EndpointDefinition.chunkedList`. */
export const rowLimits: BodyLimits = { maxBytes: 1024 * kibibyte, maxValues: 100_000, maxEntries: 100_000 };

/** The part of an endpoint definition that determines its body limits. */
interface BodyDefinition {
  /** `public`: the endpoint needs no authentication. */
  readonly scope: string;
  /** The schema of the body; undefined if the endpoint describes none. */
  readonly body?: object | undefined;
  readonly bodyLimits?: BodyLimits | undefined;
}

/** Returns the limits of the definition, or the defaults for its scope and body. */
export function bodyLimitsOf({ scope, body, bodyLimits }: BodyDefinition): BodyLimits {
  if (bodyLimits !== undefined) return bodyLimits;
  return scope === 'public' || body === undefined ? smallLimits : standardLimits;
}

/** Maximum body size of requests to paths without an operation. */
export const defaultMaxBytes = smallLimits.maxBytes;

/** Returns a size such as "4 KiB" or "1 MiB", with at most one decimal. */
export const formatBytes = (bytes: number): string =>
  bytes < kibibyte * kibibyte
    ? `${rounded(bytes / kibibyte)} KiB`
    : `${rounded(bytes / (kibibyte * kibibyte))} MiB`;

const rounded = (size: number): number => Math.round(size * 10) / 10;
