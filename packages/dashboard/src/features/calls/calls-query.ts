import type { CallEndReason, CallStatus, ListCallsData } from '@parley/sdk/client';
import { text } from '../../text/index.ts';

/** The filters in the URL of the page. */
export interface CallFilterValues {
  readonly phoneNumber?: string;
  readonly agentId?: string;
  readonly batchId?: string;
  readonly direction?: string;
  readonly status?: string;
  readonly endReason?: string;
  readonly from?: string;
  readonly to?: string;
}

const isKeyOf = <Key extends string>(words: Record<Key, string>, value: string | undefined): value is Key =>
  value !== undefined && Object.hasOwn(words, value);

/** Returns the query of the service. Values that the service does not know are omitted. */
export function callsQueryOf(filters: CallFilterValues): NonNullable<ListCallsData['query']> {
  const { phoneNumber, agentId, batchId, direction, status, endReason, from, to } = filters;
  return {
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
