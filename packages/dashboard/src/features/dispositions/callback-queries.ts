import type { Disposition, ListDispositionsData } from '@parley/sdk/client';
import { queryOptions } from '@tanstack/react-query';
import { api, useChange } from '../../api.ts';
import { addDays, instantOfWallTime } from '../../zoned-time.ts';

export type Callback = Disposition & { readonly scheduledAt: string };

export const maxCallbacks = 500;
const refetchInterval = 15_000;

async function readCallbacks(query: NonNullable<ListDispositionsData['query']>): Promise<Callback[]> {
  const found: Callback[] = [];
  for await (const disposition of api.iterate('listDispositions', { query: { ...query, limit: 100 } })) {
    const { scheduledAt } = disposition;
    if (scheduledAt !== null && disposition.status !== 'cancelled')
      found.push({ ...disposition, scheduledAt });
    if (found.length === maxCallbacks) break;
  }
  return found.sort((a, b) => Date.parse(a.scheduledAt) - Date.parse(b.scheduledAt));
}

/** The calls that are still to be made, by time: all, or those to one number. */
export const pendingCallbacksQuery = (phoneNumber?: string) =>
  queryOptions({
    queryKey: ['listDispositions', 'pending', phoneNumber],
    queryFn: () => readCallbacks({ status: 'pending', ...(phoneNumber !== undefined && { phoneNumber }) }),
    refetchInterval,
  });

/** All callbacks of the seven days from a date such as `2026-11-23`, by time. */
export const weekQuery = (firstDay: string, zone: string) =>
  queryOptions({
    queryKey: ['listDispositions', 'week', firstDay, zone],
    queryFn: () => {
      const from = instantOfWallTime(`${firstDay}T00:00`, zone);
      const end = instantOfWallTime(`${addDays(firstDay, 7)}T00:00`, zone);
      return readCallbacks({
        scheduledAtFrom: from.toISOString(),
        scheduledAtTo: new Date(end.getTime() - 1).toISOString(),
      });
    },
    refetchInterval,
  });

/** Moves a callback. The result has warnings if the calling hours delay the new time. */
export const useMoveCallback = () =>
  useChange(
    ({ dispositionId, scheduledAt }: { readonly dispositionId: string; readonly scheduledAt: string }) =>
      api.updateDisposition({ path: { dispositionId }, body: { scheduledAt } }),
    { changes: ['listDispositions'] },
  );
