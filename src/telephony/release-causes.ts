import type { LegEndCause } from '../contracts/carrier.ts';
import type { NetworkReason } from '../sip/reason.ts';

interface ReleaseCause {
  readonly name: string;
  /** `undefined` if the cause is less precise than any SIP status. */
  readonly end?: LegEndCause;
}

/**
 * The Q.850 causes that providers send with a SIP status, and the leg end of each. The mapping agrees with the mapping
 * of statuses in RFC 3398 §7.2.4.1.
 */
export const releaseCauses: Readonly<Record<number, ReleaseCause>> = {
  1: { name: 'unallocated number', end: 'invalid_number' },
  2: { name: 'no route to specified network', end: 'carrier_error' },
  3: { name: 'no route to destination', end: 'invalid_number' },
  16: { name: 'normal call clearing' },
  17: { name: 'user busy', end: 'busy' },
  18: { name: 'no user responding', end: 'no_answer' },
  19: { name: 'no answer from user', end: 'no_answer' },
  20: { name: 'subscriber absent', end: 'no_answer' },
  21: { name: 'call rejected', end: 'declined' },
  22: { name: 'number changed', end: 'invalid_number' },
  27: { name: 'destination out of order', end: 'carrier_error' },
  28: { name: 'invalid number format', end: 'invalid_number' },
  31: { name: 'normal, unspecified' },
  34: { name: 'no circuit available', end: 'carrier_error' },
  38: { name: 'network out of order', end: 'carrier_error' },
  41: { name: 'temporary failure', end: 'carrier_error' },
  42: { name: 'switching equipment congestion', end: 'carrier_error' },
  47: { name: 'resource unavailable', end: 'carrier_error' },
  102: { name: 'recovery on timer expiry', end: 'carrier_error' },
  111: { name: 'protocol error', end: 'carrier_error' },
  127: { name: 'interworking' },
};

/** Returns the leg end of a Q.850 cause; `undefined` for other reasons and imprecise causes. */
export function legEndCauseOf(reason: NetworkReason | undefined): LegEndCause | undefined {
  return reason?.protocol === 'Q.850' ? releaseCauses[reason.cause ?? 0]?.end : undefined;
}

/** Returns a reason in parentheses with a leading space, for the end of a sentence; empty if there is none. */
export function describeReason(reason: NetworkReason | undefined): string {
  if (reason === undefined) return '';
  const { protocol, cause, text } = reason;
  const causeName = protocol === 'Q.850' ? releaseCauses[cause ?? 0]?.name : undefined;
  const description = causeName ?? text;
  const label = cause === undefined ? protocol : `${protocol} cause ${cause}`;
  return description === undefined || description === '' ? ` (${label})` : ` (${label}: ${description})`;
}
