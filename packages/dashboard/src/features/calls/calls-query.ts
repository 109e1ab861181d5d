import type { CallEndReason, CallStatus, ListCallsData } from '@parley/sdk/client';
import { text } from '../../text/index.ts';

/** The filters in the URL of the page. */
export interface CallFilterValues {
  /** Digits of the number of the customer. */
  readonly search?: string;
  readonly phoneNumber?: string;
  readonly agentId?: string;
  readonly batchId?: string;
  readonly direction?: string;
  readonly status?: string;
  readonly endReason?: string;
  /** A date such as `2026-11-24`, or an instant. */
  readonly from?: string;
  readonly to?: string;
}

/** The service finds numbers by at least this number of digits. */
const minSearchDigits = 3;

/** Returns the instant of a date in the time zone of the browser: its first millisecond, or its last. Returns undefined for other text. */
function instantOf(text: string | undefined, time: '00:00:00.000' | '23:59:59.999'): string | undefined {
  if (text === undefined) return undefined;
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T${time}` : text);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const isKeyOf = <Key extends string>(words: Record<Key, string>, value: string | undefined): value is Key =>
  value !== undefined && Object.hasOwn(words, value);

/** Returns whether the text can be part of a number: enough digits, and no letters. */
export const isSearchable = (text: string | undefined): text is string =>
  text !== undefined && !/\p{L}/u.test(text) && text.replaceAll(/\D/g, '').length >= minSearchDigits;

/** Returns the query of the service. Values that the service does not know are omitted. */
export function callsQueryOf(filters: CallFilterValues): NonNullable<ListCallsData['query']> {
  const { search, phoneNumber, agentId, batchId, direction, status, endReason } = filters;
  const from = instantOf(filters.from, '00:00:00.000');
  const to = instantOf(filters.to, '23:59:59.999');
  return {
    ...(isSearchable(search) && { search }),
    ...(phoneNumber !== undefined && { phoneNumber }),
    ...(agentId !== undefined && { agentId }),
    ...(batchId !== undefined && { batchId }),
    ...(from !== undefined && { createdAtFrom: from }),
    ...(to !== undefined && { createdAtTo: to }),
    ...(isKeyOf(text.calls.directions, direction) && { direction }),
    ...(isKeyOf<CallStatus>(text.calls.statuses, status) && { status }),
    ...(isKeyOf<CallEndReason>(text.calls.endReasons, endReason) && { endReason }),
  };
}
